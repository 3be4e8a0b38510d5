//! Runs the scripts of `docs/how-to/kubernetes-and-slurm.md` as Kubernetes and Slurm would.
//!
//! The merged shards equal the run on one machine.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const PAGE: &str = include_str!("../../../../docs/how-to/kubernetes-and-slurm.md");

/// The shards of the page, and how many are run here.
const SHARDS: (usize, usize) = (64, 3);

/// Returns a block of the page, with a run of few games.
fn block(language: &str, word: &str) -> String {
    let mut blocks = PAGE.split("```").skip(1).step_by(2);
    let begins = format!("{language}\n");
    let found = blocks.find(|block| block.starts_with(&begins) && block.contains(word));
    let text = found.unwrap_or_else(|| panic!("a block of {language} has `{word}`"));
    let text = text.strip_prefix(&begins).expect("it begins so");
    [
        ("level:4", "random"),
        ("1000000", "50"),
        (&format!("/{}", SHARDS.0), &format!("/{}", SHARDS.1)),
    ]
    .iter()
    .fold(text.to_owned(), |text, (old, new)| {
        assert!(text.contains(old) || word == "merge", "{old} in {text}");
        text.replace(old, new)
    })
}

/// Runs a script in a folder, where `quincunx` is the program and `srun` runs what it is given.
fn run(shell: &str, script: &str, folder: &Path, (name, value): (&str, String)) {
    let tools = folder.join("tools");
    fs::create_dir_all(&tools).expect("the folder can be written");
    let quincunx = PathBuf::from(env!("CARGO_BIN_EXE_quincunx"));
    for (tool, script) in [
        (
            "quincunx",
            format!("#!/bin/sh\nexec '{}' \"$@\"\n", quincunx.display()),
        ),
        ("srun", "#!/bin/sh\nexec \"$@\"\n".to_owned()),
    ] {
        use std::os::unix::fs::PermissionsExt as _;
        let path = tools.join(tool);
        fs::write(&path, script).expect("the folder can be written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("it is ours");
    }
    let path = std::env::var("PATH").expect("there is a path");
    let output = Command::new(shell)
        .args(["-c", script])
        .current_dir(folder)
        .env("PATH", format!("{}:{path}", tools.display()))
        .env(name, value)
        .output()
        .expect("there is a shell");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{script}: {errors}");
}

/// Runs all shards and merges them by the page, and compares with the run on one machine.
fn check(shell: &str, script: &str, variable: &str, first: usize) {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    for index in first..first + SHARDS.1 {
        run(shell, script, folder.path(), (variable, index.to_string()));
    }
    let merge = block("sh", "merge");
    run("sh", &merge, folder.path(), (variable, String::new()));
    let whole = "quincunx simulate 2048 --agent random --games 50 --out whole.json";
    run("sh", whole, folder.path(), (variable, String::new()));
    let read = |name: &str| fs::read(folder.path().join(name)).expect("it was written");
    assert!(read("run.json") == read("whole.json"), "the shards are the run");
}

#[test]
fn a_job_of_kubernetes_plays_the_run() {
    let job = block("yaml", "completionMode: Indexed");
    for line in ["completions: 64", "parallelism: 64"] {
        assert!(job.contains(line), "as many pods as shards");
    }
    let (_, args) = job.split_once("- exec ").expect("the command");
    let (args, _) = args.split_once("workingDir").expect("what is behind it");
    let command = format!("exec {}", args.split_whitespace().collect::<Vec<_>>().join(" "));
    check("sh", &command, "JOB_COMPLETION_INDEX", 0);
}

#[test]
fn an_array_job_of_slurm_plays_the_run() {
    let script = block("bash", "#SBATCH");
    assert!(script.contains("--array=1-64"), "as many tasks as shards");
    check("bash", &script, "SLURM_ARRAY_TASK_ID", 1);
}
