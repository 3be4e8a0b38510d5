//! Which of two programs or extensions a release starts.

/// The variable of the environment that keeps the program for every processor, by the value `any`.
#[cfg(target_arch = "x86_64")]
const VARIABLE: &str = "QUINCUNX_PROCESSOR";

/// Returns whether a program that is compiled for x86-64-v3 can run here, and nobody has asked for the one
/// for every processor.
///
/// This level of the x86-64 psABI, section "Micro-Architecture Levels", has AVX2 and BMI2, as Haswell, Zen
/// and newer processors do. Programs that are compiled for it play random games two to five times as fast.
#[must_use]
pub fn is_x86_64_v3_wanted() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("f16c")
            && is_x86_feature_detected!("fma")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("movbe")
            && std::env::var_os(VARIABLE).is_none_or(|processor| processor != "any")
    }
    #[cfg(not(target_arch = "x86_64"))]
    false
}
