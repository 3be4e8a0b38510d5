//! The JSON schema of level files against the levels themselves: the validator that judges this server's
//! document judges it, too.

use quincunx_match3::levels::{Level, SCHEMA, SHIPPED, TEMPLATE};
use serde_json::Value;
use toml::de::{DeTable, DeValue};

const PLAIN: &str = "columns = 4\nrows = 4\nlimit = 5\n[goals]\nscore = 100\n";

/// Writes a value as JSON.
fn in_json(value: &DeValue<'_>) -> Value {
    match value {
        DeValue::Integer(number) => number.as_str().parse::<i64>().expect("in range").into(),
        DeValue::Boolean(answer) => (*answer).into(),
        DeValue::Array(items) => items.iter().map(|item| in_json(item.get_ref())).collect(),
        DeValue::Table(table) => table_in_json(table),
        other => other.as_str().expect("levels have no other values").into(),
    }
}

fn table_in_json(table: &DeTable<'_>) -> Value {
    let fields = table
        .iter()
        .map(|(key, value)| (key.get_ref().to_string(), in_json(value.get_ref())));
    Value::Object(fields.collect())
}

#[test]
fn the_schema_takes_what_is_right_and_refuses_what_is_not() {
    let schema: Value = serde_json::from_str(SCHEMA).expect("the schema is JSON");
    let validator = jsonschema::validator_for(&schema).expect("the schema is one");
    let json = |text: &str| table_in_json(DeTable::parse(text).expect("TOML").get_ref());
    let right = SHIPPED.iter().map(|shipped| shipped.text);
    for text in right.chain([TEMPLATE, PLAIN]) {
        let json = json(text);
        let errors: Vec<String> = validator
            .iter_errors(&json)
            .map(|error| error.to_string())
            .collect();
        assert_eq!(errors, [] as [&str; 0], "{text}");
    }
    for (from, to) in [
        ("limit = 5", "limit = 0"),
        ("score", "scroe"),
        ("rows = 4", "colours = 9"),
        ("100", "\"100\""),
    ] {
        let text = PLAIN.replace(from, to);
        assert!(
            Level::read(&text).is_err() && !validator.is_valid(&json(&text)),
            "{text}"
        );
    }
}
