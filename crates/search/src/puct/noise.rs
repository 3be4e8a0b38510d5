//! Dirichlet noise.

use quincunx_core::RandomSource;

/// Draws shares that sum to 1 from the symmetric Dirichlet distribution: gamma variates over their sum.
pub(super) fn dirichlet(count: usize, concentration: f64, random: &mut impl RandomSource) -> Vec<f64> {
    // The logarithms are compared first: with a small concentration all variates may be less than any number.
    let logarithms: Vec<f64> = (0..count)
        .map(|_| ln_gamma_variate(concentration, random))
        .collect();
    let most = logarithms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights = logarithms.iter().map(|logarithm| (logarithm - most).exp());
    let sum: f64 = weights.clone().sum();
    weights.map(|weight| weight / sum).collect()
}

/// Draws the logarithm of a gamma variate of scale 1 (Marsaglia and Tsang 2000, "A simple method for
/// generating gamma variables"), for shapes below 1 by their remark: `Γ(a) = Γ(a + 1) · U^(1/a)`.
fn ln_gamma_variate(shape: f64, random: &mut impl RandomSource) -> f64 {
    if shape < 1.0 {
        return ln_gamma_variate(shape + 1.0, random) + positive_unit(random).ln() / shape;
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let normal = normal_variate(random);
        let v = (1.0 + c * normal).powi(3);
        if v > 0.0 && positive_unit(random).ln() < 0.5 * normal * normal + d - d * v + d * v.ln() {
            return (d * v).ln();
        }
    }
}

/// Draws a normal variate (Box and Muller 1958).
fn normal_variate(random: &mut impl RandomSource) -> f64 {
    let radius = (-2.0 * positive_unit(random).ln()).sqrt();
    radius * (std::f64::consts::TAU * random.unit()).cos()
}

/// Draws a uniform number in `(0, 1]`.
fn positive_unit(random: &mut impl RandomSource) -> f64 {
    1.0 - random.unit()
}

#[cfg(test)]
mod tests {
    use quincunx_core::Random;

    use super::*;

    #[test]
    fn shares_have_the_mean_and_the_variance_of_the_distribution() {
        let count = 5;
        for concentration in [0.03, 0.3, 1.0, 10.0] {
            let mut random = Random::new(7);
            let draws = 20_000;
            let (mut sum, mut squares) = (0.0, 0.0);
            for _ in 0..draws {
                let shares = dirichlet(count, concentration, &mut random);
                assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
                sum += shares[0];
                squares += shares[0] * shares[0];
            }
            let mean = sum / f64::from(draws);
            let variance = squares / f64::from(draws) - mean * mean;
            let expected = 0.2 * 0.8 / (5.0 * concentration + 1.0);
            assert!((mean - 0.2).abs() < 0.01, "{concentration}: mean {mean}");
            assert!(
                (variance / expected - 1.0).abs() < 0.05,
                "{concentration}: variance {variance} for {expected}"
            );
        }
    }
}
