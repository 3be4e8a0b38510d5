//! Joins scripts and style sheets, so that a first visit takes few requests.
//!
//! A script of the page is an entry if the document, a worker or `import()` loads it. Each entry is joined
//! with the modules that it imports; what the page's first script has, those loaded later share.
//!
//! ```text
//!   js/main.js              $define('dom.js', …); $define('router.js', …); … what main.js does
//!   js/table/table-page.js  export default: defines what main.js does not have
//! ```
//!
//! It reads the forms of `import` and `export` that the page's scripts keep to: named, at the beginning of a
//! line, as the formatter leaves them; without circles, which a test forbids.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::{Files, INDEX};

const SCRIPTS: &str = "js/";

/// The script that the document loads.
const MAIN: &str = "main.js";

/// A style sheet that the document loads.
const STYLE_LINK: &str = r#"<link rel="stylesheet" href="/assets/"#;

const JOINED_STYLES: &str = "css/page.css";

/// What joined scripts begin with: modules run when they are first needed, once.
const RUNTIME: &str = "\
const $modules = new Map();
const $define = (name, run) => $modules.has(name) || $modules.set(name, { run });
const $load = (name) => {
  const module = $modules.get(name);
  if (!module.exports) {
    const exports = {};
    module.run(exports);
    module.exports = exports;
  }
  return module.exports;
};
const $at = (name) => new URL(name, $root).href;
const $later = async (name) => {
  (await import($at(name))).default({ $define, $load, $at, $later });
  return $load(name);
};
";

/// A script by itself.
struct Module {
    /// The modules that it imports, in their order.
    imports: Vec<String>,
    /// The entries that it loads by `import()`.
    later: Vec<String>,
    /// The entries that it starts as workers.
    workers: Vec<String>,
    exports: Vec<String>,
    /// Its code, which takes imports by `$load`.
    code: String,
}

/// Modules by their paths below `js/`.
type Modules = BTreeMap<String, Module>;

/// Joins the scripts and style sheets among the files of the page.
///
/// # Panics
/// When a script has a form of `import` or `export` that is not known here.
pub(super) fn join(mut files: Files) -> Files {
    join_styles(&mut files);
    let index = files[INDEX].clone();
    let index = String::from_utf8_lossy(&index);
    let is_module = |path: &str| {
        let is_script = path.starts_with(SCRIPTS) && path.ends_with(".js");
        let is_classic = || index.contains(&format!("<script src=\"/assets/{path}\""));
        is_script && !is_classic()
    };
    let modules: Modules = files
        .extract_if(.., |path, _| is_module(path))
        .map(|(path, text)| {
            let name = path[SCRIPTS.len()..].to_owned();
            let module = Module::read(&name, &String::from_utf8_lossy(&text));
            (name, module)
        })
        .collect();
    let main = closure(&modules, MAIN, &[]);
    let mut scripts = BTreeMap::from([(MAIN.to_owned(), program(&modules, MAIN, &main))]);
    let (mut later, mut workers) = (Vec::new(), Vec::new());
    let mut closures = vec![main.clone()];
    let mut needed = BTreeSet::new();
    while let Some(closure_of_entry) = closures.pop() {
        needed.extend(closure_of_entry.iter().cloned());
        for module in closure_of_entry.iter().map(|name| &modules[name]) {
            later.extend(module.later.iter().filter(|name| !scripts.contains_key(*name)));
            workers.extend(module.workers.iter().filter(|name| !scripts.contains_key(*name)));
        }
        for name in later.drain(..) {
            let added = closure(&modules, name, &main);
            scripts.insert(name.clone(), addition(&modules, &added));
            closures.push(added);
        }
        for name in workers.drain(..) {
            let whole = closure(&modules, name, &[]);
            scripts.insert(name.clone(), program(&modules, name, &whole));
            closures.push(whole);
        }
    }
    let is_used = |name: &&String| needed.contains(*name);
    let unused: Vec<_> = modules.keys().filter(|name| !is_used(name)).collect();
    assert!(unused.is_empty(), "no script of the page needs {unused:?}");
    files.extend(
        scripts
            .into_iter()
            .map(|(name, text)| (format!("{SCRIPTS}{name}"), text.into())),
    );
    files
}

/// Puts the style sheets of the document into one.
fn join_styles(files: &mut Files) {
    let index = String::from_utf8_lossy(&files[INDEX]).into_owned();
    let (mut page, mut styles) = (String::new(), Vec::new());
    for line in index.split_inclusive('\n') {
        let Some((_, rest)) = line.split_once(STYLE_LINK) else {
            page += line;
            continue;
        };
        if styles.is_empty() {
            page += &line.replace(rest, &format!("{JOINED_STYLES}\" />\n"));
        }
        let path = rest.split('"').next().unwrap_or_default();
        styles.extend(
            files
                .remove(path)
                .expect("the document loads files that are there"),
        );
    }
    files.insert(INDEX.to_owned(), page.into());
    files.insert(JOINED_STYLES.to_owned(), styles.into());
}

/// Lists what a module needs with itself, each before what needs it, without those that are there.
fn closure(modules: &Modules, name: &str, known: &[String]) -> Vec<String> {
    fn visit(modules: &Modules, name: &str, known: &[String], found: &mut Vec<String>) {
        if known.iter().chain(&*found).any(|other| other == name) {
            return;
        }
        let module = modules
            .get(name)
            .unwrap_or_else(|| panic!("{name} is imported and not there"));
        for import in &module.imports {
            visit(modules, import, known, found);
        }
        found.push(name.to_owned());
    }
    let mut found = Vec::new();
    visit(modules, name, known, &mut found);
    found
}

/// Returns the script of an entry that runs by itself.
fn program(modules: &Modules, entry: &str, closure: &[String]) -> String {
    let up = match entry.matches('/').count() {
        0 => ".",
        1 => "..",
        _ => panic!("{entry} lies deeper than entries do"),
    };
    let mut text = format!("const $root = new URL('{up}', import.meta.url);\n{RUNTIME}");
    for name in closure.iter().filter(|name| *name != entry) {
        define(&mut text, name, &modules[name]);
    }
    text + &modules[entry].code
}

/// Returns the script of an entry that another script loads.
fn addition(modules: &Modules, closure: &[String]) -> String {
    let mut text = "export default ({ $define, $load, $at, $later }) => {\n".to_owned();
    for name in closure {
        define(&mut text, name, &modules[name]);
    }
    text + "};\n"
}

fn define(text: &mut String, name: &str, module: &Module) {
    let Module { code, exports, .. } = module;
    let exports = exports.join(", ");
    writeln!(
        text,
        "$define('{name}', ($exports) => {{\n{code}Object.assign($exports, {{ {exports} }});\n}});"
    )
    .expect("texts take everything");
}

impl Module {
    fn read(name: &str, text: &str) -> Self {
        let mut module = Self {
            imports: Vec::new(),
            later: Vec::new(),
            workers: Vec::new(),
            exports: Vec::new(),
            code: String::new(),
        };
        let text = without_comments(text);
        let mut rest = text.as_str();
        while !rest.is_empty() {
            let is_import = rest.starts_with("import ");
            let end = if is_import { ";\n" } else { "\n" };
            let end = rest.find(end).map_or(rest.len(), |at| at + end.len());
            let (line, after) = rest.split_at(end);
            if is_import {
                module.import(name, line);
            } else {
                module.line(name, line);
            }
            rest = after;
        }
        module
    }

    /// Takes an import: `import { one, two as other } from './file.js';`.
    fn import(&mut self, name: &str, statement: &str) {
        let from = statement.split('\'').nth(1);
        let names = statement
            .split_once('{')
            .and_then(|(_, names)| names.split_once('}'));
        let (Some(from), Some((names, _))) = (from, names) else {
            panic!("{name}: unknown form `{statement}`");
        };
        let from = resolve(name, from);
        let names = names.replace(" as ", ": ");
        self.code += &format!("const {{{names}}} = $load('{from}');\n");
        self.imports.push(from);
    }

    fn line(&mut self, name: &str, line: &str) {
        let mut line = line.to_owned();
        if let Some(declaration) = line.strip_prefix("export ") {
            let mut words = declaration
                .split([' ', '(', '\n'])
                .filter(|word| *word != "async");
            let (Some("class" | "const" | "function"), Some(exported)) = (words.next(), words.next()) else {
                panic!("{name}: unknown form `{line}`");
            };
            self.exports.push(exported.to_owned());
            line = declaration.to_owned();
        }
        if let Some(entry) = between(&line, "import('", "')") {
            let resolved = resolve(name, &entry);
            line = line.replace(&format!("import('{entry}')"), &format!("$later('{resolved}')"));
            self.later.push(resolved);
        }
        if let Some(worker) = between(&line, "new Worker(new URL('", "', import.meta.url)") {
            self.workers.push(resolve(name, &worker));
        }
        // Two on a line, or one that the formatter has broken, would be overlooked.
        let loads = ["import(", "new Worker("].map(|load| line.matches(load).count());
        let is_known = loads == [0, usize::from(line.contains("new Worker(new URL('"))];
        assert!(is_known, "{name}: unknown form `{line}`");
        self.code += &line.replace("import.meta.url", &format!("$at('{name}')"));
    }
}

fn between(text: &str, before: &str, after: &str) -> Option<String> {
    let (_, rest) = text.split_once(before)?;
    Some(rest.split_once(after)?.0.to_owned())
}

/// Returns the path that an import from a module leads to.
fn resolve(from: &str, import: &str) -> String {
    let mut path: Vec<&str> = from.split('/').collect();
    path.pop();
    for part in import.split('/') {
        match part {
            "." => {}
            ".." => drop(path.pop()),
            part => path.push(part),
        }
    }
    path.join("/")
}

/// Leaves out what is written for readers and checkers of types, a third of most scripts.
fn without_comments(text: &str) -> String {
    let (mut kept, mut rest) = (String::new(), text);
    while let Some((before, comment)) = rest.split_once("/**") {
        kept += before;
        (_, rest) = comment.split_once("*/").expect("comments end");
    }
    kept += rest;
    let lines = kept.split_inclusive('\n').filter(|line| !line.trim().is_empty());
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(files: &[(&str, &str)]) -> Files {
        let files = files.iter();
        files
            .map(|&(path, text)| (path.to_owned(), text.to_owned().into()))
            .collect()
    }

    const PAGE: &str = concat!(
        "<head>\n",
        "<script src=\"/assets/js/boot.js\"></script>\n",
        "<link rel=\"stylesheet\" href=\"/assets/css/a.css\" />\n",
        "<link rel=\"stylesheet\" href=\"/assets/css/b.css\" />\n",
        "</head>\n"
    );

    #[test]
    fn a_page_loads_one_script_and_one_style_sheet_at_first() {
        let joined = join(files(&[
            (INDEX, PAGE),
            ("css/a.css", "a {}\n"),
            ("css/b.css", "b {}\n"),
            ("js/boot.js", "boot();\n"),
            (
                "js/main.js",
                "import { one as first } from './lib/one.js';\n\nfirst(await import('./later.js'));\n",
            ),
            (
                "js/later.js",
                concat!(
                    "import { one } from './lib/one.js';\n",
                    "import {\n  two,\n} from './lib/two.js';\n",
                    "export class Later {}\n"
                ),
            ),
            (
                "js/lib/one.js",
                concat!(
                    "/** Text. */\n\nexport const one = (/** @type {X} */ x) => ",
                    "new Worker(new URL('../work.js', import.meta.url));\n"
                ),
            ),
            ("js/lib/two.js", "export async function two() {}\n"),
            ("js/work.js", "import { two } from './lib/two.js';\ntwo();\n"),
        ]));
        let text = |path: &str| String::from_utf8_lossy(&joined[path]).into_owned();
        assert_eq!(
            joined.keys().collect::<Vec<_>>(),
            [
                "css/page.css",
                INDEX,
                "js/boot.js",
                "js/later.js",
                "js/main.js",
                "js/work.js"
            ]
        );
        assert_eq!(text("css/page.css"), "a {}\nb {}\n");
        assert_eq!(text(INDEX).matches("stylesheet").count(), 1);
        let one = concat!(
            "$define('lib/one.js', ($exports) => {\n",
            "const one = ( x) => new Worker(new URL('../work.js', $at('lib/one.js')));\n",
            "Object.assign($exports, { one });\n});\n"
        );
        let main = text("js/main.js");
        assert!(main.contains(one), "{main}");
        assert!(
            main.ends_with("const { one: first } = $load('lib/one.js');\nfirst(await $later('later.js'));\n")
        );
        let later = text("js/later.js");
        assert!(
            later.starts_with("export default") && !later.contains("$define('lib/one.js'"),
            "{later}"
        );
        assert!(
            later.contains("const {\n  two,\n} = $load('lib/two.js');\nclass Later {}\n"),
            "{later}"
        );
        assert!(text("js/work.js").contains("$define('lib/two.js'"));
    }

    #[test]
    fn the_page_has_few_scripts() {
        let joined = crate::files();
        let scripts: Vec<_> = joined.keys().filter(|path| path.ends_with(".js")).collect();
        assert!(scripts.len() <= 10, "{scripts:?}");
        for path in scripts {
            let text = String::from_utf8_lossy(&joined[path]);
            let is_left = |line: &&str| line.starts_with("import ") || line.contains("import(");
            let left: Vec<_> = text.lines().filter(is_left).collect();
            let runtime = ["  (await import($at(name))).default({ $define, $load, $at, $later });"];
            assert!(left.is_empty() || left == runtime, "{path}: {left:?}");
        }
    }

    #[test]
    #[should_panic(expected = "unknown form")]
    fn other_forms_are_not_joined() {
        Module::read("a.js", "export default 1;\n");
    }
}
