//! Players and options as people name them. The first byte chooses the game; the first line names a player,
//! every other one sets an option, `NAME=VALUE`. Any text is refused or read, and what is read is written and
//! read again alike.

#![no_main]

use libfuzzer_sys::fuzz_target;
use quincunx_core::Options;
use quincunx_search::AgentSpec;

fuzz_target!(|input: &[u8]| {
    let Some((&choice, text)) = input.split_first() else {
        return;
    };
    let Ok(text) = std::str::from_utf8(text) else {
        return;
    };
    let game = quincunx_fuzz::game(choice);
    let mut lines = text.split('\n');
    if let Ok(agent) = lines.next().unwrap_or_default().parse::<AgentSpec>() {
        assert_eq!(agent.to_string().parse().as_ref(), Ok(&agent));
        let seeded = agent.clone().with("seed", 7);
        assert_eq!(seeded.to_string().parse().as_ref(), Ok(&seeded));
        if let Ok(kind) = agent.find(game.agents())
            && let Ok(parameters) = agent.parameters(kind)
        {
            check(&parameters);
            // All parameters by their keys name the same player.
            let whole = parameters
                .iter()
                .filter(|(_, value)| !value.is_empty() && !value.contains([',', '=']))
                .fold(
                    kind.name.parse::<AgentSpec>().expect("its name"),
                    |whole, (key, value)| whole.with(key, value),
                );
            let whole: AgentSpec = whole.to_string().parse().expect("it was written");
            assert!(
                whole.parameters(kind).is_ok() || agent.program().is_some(),
                "{whole}"
            );
        }
    }
    let mut options = game.defaults();
    for (name, value) in lines.filter_map(|line| line.split_once('=')) {
        let before = options.clone();
        if options.set(name, value).is_err() {
            assert_eq!(options, before);
        }
    }
    check(&options);
    if let Ok(session) = game.new_session(&options, 0) {
        // Rules keep the options that they were made of.
        assert!(session.options().iter().eq(options.iter()), "{}", game.id());
    }
});

/// Checks that options are read as they are written.
fn check(options: &Options) {
    let mut again = Options::defaults(options.specs());
    for (name, value) in options.iter() {
        again.set(name, value).unwrap_or_else(|error| panic!("{error}"));
    }
    assert!(again.iter().eq(options.iter()), "{options:?} {again:?}");
}
