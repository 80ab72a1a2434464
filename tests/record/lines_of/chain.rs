// SPDX-License-Identifier: GPL-2.0-or-later
// chain.rs - an iterator chain; "mark: ROUTINE: TIMES" says how often a line runs in calls with this n.
use std::hint::black_box;

#[inline(never)]
fn chain(numbers: &[u32]) -> u32 {
    numbers
        .iter()
        .map(|&number| {
            let next = number + 1; // mark: chain::chain: n
            black_box(next)
        })
        .filter(|number| number % 2 == 0)
        .map(|number| {
            let tripled = number * 3; // mark: chain::chain: n // 2
            black_box(tripled)
        })
        .sum()
}

fn main() {
    for n in (10..=200).step_by(10) {
        let numbers: Vec<u32> = (0..n).collect();

        black_box(chain(&numbers));
    }
}
