//! The page has a text for everything that a table can refuse, in each of its languages.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use utoipa::PartialSchema;

use quincunx_match3::levels::LevelProblem;

use crate::messages::Reason;

const LANGUAGES: [&str; 3] = ["en", "de", "es"];

/// Returns the texts of the page in a language.
fn page_in(language: &str) -> Value {
    let files = quincunx_web::files();
    serde_json::from_slice(&files[&format!("js/i18n/{language}.json")]).expect("texts are JSON")
}

/// Returns the types of a tagged enum with the names of their parameters.
fn types_of<T: PartialSchema>() -> BTreeMap<String, BTreeSet<String>> {
    let schema = serde_json::to_value(T::schema()).expect("a schema is JSON");
    let variants = schema["oneOf"].as_array().expect("an enum has variants");
    let variant = |variant: &Value| {
        let properties = variant["properties"].as_object().expect("a variant is an object");
        let tag = &properties["type"]["enum"][0];
        let parameters = properties.keys().filter(|name| *name != "type").cloned();
        (tag.as_str().expect("a tag").to_owned(), parameters.collect())
    };
    variants.iter().map(variant).collect()
}

/// Returns the names in braces.
fn values_of(text: &str) -> BTreeSet<String> {
    let parts = text.split('{').skip(1);
    parts
        .filter_map(|part| part.split_once('}'))
        .map(|(name, _)| name.to_owned())
        .collect()
}

#[test]
fn every_reason_has_a_text_in_every_language() {
    let reasons = types_of::<Reason>();
    assert!(reasons.len() > 50, "{reasons:?}");
    for language in LANGUAGES {
        let page = page_in(language);
        let texts = page["texts"].as_object().expect("there are texts");
        for (tag, parameters) in &reasons {
            let text = texts.get(&format!("refused.{tag}")).and_then(Value::as_str);
            let text = text.unwrap_or_else(|| panic!("{tag} has no text"));
            assert!(values_of(text).is_subset(parameters), "{tag}: {text}");
        }
        let known = texts.keys().filter_map(|key| key.strip_prefix("refused."));
        let unknown: Vec<&str> = known.filter(|tag| !reasons.contains_key(*tag)).collect();
        assert!(unknown.is_empty(), "no reason is named {unknown:?}");
    }
}

#[test]
fn every_problem_of_a_level_has_a_text_in_other_languages_than_english() {
    let problems = types_of::<LevelProblem>();
    for language in &LANGUAGES[1..] {
        let page = page_in(language);
        let texts = page["problems"].as_object().expect("there are texts");
        assert_eq!(texts.len(), problems.len(), "no text is left over");
        for (tag, parameters) in &problems {
            let text = texts.get(tag).and_then(Value::as_str);
            let text = text.unwrap_or_else(|| panic!("{tag} has no text"));
            assert!(values_of(text).is_subset(parameters), "{tag}: {text}");
        }
    }
}
