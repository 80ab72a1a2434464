// SPDX-License-Identifier: GPL-2.0-or-later
// rust.rs - Rust's standard library. What is true of the routines is in comments as in the drivers in C; see judged.h.
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::hint::black_box;

// truth: push_all | n | doubled room
#[no_mangle]
#[inline(never)]
pub fn push_all(values: &[i32]) -> Vec<i32> {
    let mut to = Vec::new();
    for value in values {
        to.push(*value);
    }
    to
}

// truth: insert_front | n^2 | each insertion moves all the others
#[no_mangle]
#[inline(never)]
pub fn insert_front(values: &[i32]) -> Vec<i32> {
    let mut to = Vec::new();
    for value in values {
        to.insert(0, *value);
    }
    to
}

// truth: remove_front | n^2 | each removal moves all the others
#[no_mangle]
#[inline(never)]
pub fn remove_front(values: &mut Vec<i32>) -> i64 {
    let mut sum = 0;
    while !values.is_empty() {
        sum += values.remove(0) as i64;
    }
    sum
}

// truth: sort_stably | n log n | driftsort
#[no_mangle]
#[inline(never)]
pub fn sort_stably(values: &mut [i32]) -> i32 {
    values.sort();
    values[0]
}

// truth: sort_unstably | n log n | ipnsort
#[no_mangle]
#[inline(never)]
pub fn sort_unstably(values: &mut [i32]) -> i32 {
    values.sort_unstable();
    values[0]
}

// truth: sort_strings | n log n | driftsort of words of one length
#[no_mangle]
#[inline(never)]
pub fn sort_strings(words: &mut [String]) -> usize {
    words.sort();
    words[0].len()
}

// truth: remove_duplicates | n | dedup goes over it once
#[no_mangle]
#[inline(never)]
pub fn remove_duplicates(values: &mut Vec<i32>) -> usize {
    values.dedup();
    values.len()
}

// truth: keep_odd | n | retain goes over it once
#[no_mangle]
#[inline(never)]
pub fn keep_odd(values: &mut Vec<i32>) -> usize {
    values.retain(|value| value & 1 == 1);
    values.len()
}

// truth: find_each | n^2 | looks through the slice for each
#[no_mangle]
#[inline(never)]
pub fn find_each(values: &[i32]) -> usize {
    values.iter().filter(|value| values.contains(value)).count()
}

// truth: search_all | n log n | a binary search for each
#[no_mangle]
#[inline(never)]
pub fn search_all(values: &[i32], sorted: &[i32]) -> usize {
    values.iter().filter(|value| sorted.binary_search(value).is_ok()).count()
}

// truth: fill_hash_map | n | a hash table that grows
#[no_mangle]
#[inline(never)]
pub fn fill_hash_map(values: &[i32]) -> HashMap<i32, i32> {
    let mut map = HashMap::new();
    for value in values {
        map.insert(*value, 1);
    }
    map
}

// truth: look_up_hash_map | n | constant each
#[no_mangle]
#[inline(never)]
pub fn look_up_hash_map(values: &[i32], map: &HashMap<i32, i32>) -> usize {
    values.iter().filter(|value| map.contains_key(value)).count()
}

// truth: count_words | n | a hash table of words
#[no_mangle]
#[inline(never)]
pub fn count_words(words: &[String]) -> usize {
    let set: HashSet<&str> = words.iter().map(|word| word.as_str()).collect();
    set.len()
}

// truth: fill_tree | n log n | a b-tree, keys in no order
#[no_mangle]
#[inline(never)]
pub fn fill_tree(values: &[i32]) -> BTreeMap<i32, i32> {
    let mut map = BTreeMap::new();
    for value in values {
        map.insert(*value, 1);
    }
    map
}

// truth: walk_tree | n | each entry once
#[no_mangle]
#[inline(never)]
pub fn walk_tree(map: &BTreeMap<i32, i32>) -> i64 {
    map.iter().map(|(key, value)| (*key + *value) as i64).sum()
}

// truth: set_of_words | n log n | a b-tree of words
#[no_mangle]
#[inline(never)]
pub fn set_of_words(words: &[String]) -> usize {
    let mut set = BTreeSet::new();
    for word in words {
        set.insert(word.as_str());
    }
    set.len()
}

// truth: order_by_heap | n log n | a heap
#[no_mangle]
#[inline(never)]
pub fn order_by_heap(values: &[i32]) -> i64 {
    let mut heap = BinaryHeap::new();
    for value in values {
        heap.push(*value);
    }
    let mut sum = 0;
    while let Some(value) = heap.pop() {
        sum = sum * 3 % 1000003 + value as i64;
    }
    sum
}

// truth: queue_through | n | constant each
#[no_mangle]
#[inline(never)]
pub fn queue_through(values: &[i32]) -> i64 {
    let mut queue = VecDeque::new();
    for value in values {
        queue.push_front(*value);
    }
    let mut sum = 0;
    while let Some(value) = queue.pop_back() {
        sum = sum * 3 % 1000003 + value as i64;
    }
    sum
}

// truth: take_nth | n^2 | walks the list to each place
#[no_mangle]
#[inline(never)]
pub fn take_nth(list: &LinkedList<i32>) -> i64 {
    (0..list.len()).map(|i| *list.iter().nth(i).unwrap() as i64).sum()
}

// truth: add_strings | n^2 | a new string of all so far each time
#[no_mangle]
#[inline(never)]
pub fn add_strings(words: &[String]) -> usize {
    let mut text = String::new();
    for word in words {
        text = format!("{}{}", text, word);
    }
    text.len()
}

// truth: append_strings | n | doubled room
#[no_mangle]
#[inline(never)]
pub fn append_strings(words: &[String]) -> usize {
    let mut text = String::new();
    for word in words {
        text.push_str(word);
    }
    text.len()
}

// truth: join_strings | n | each word once
#[no_mangle]
#[inline(never)]
pub fn join_strings(words: &[String]) -> usize {
    words.join(",").len()
}

// truth: nth_letters | n^2 | walks the letters to each place
#[no_mangle]
#[inline(never)]
pub fn nth_letters(text: &str, count: usize) -> usize {
    (0..count).filter(|i| text.chars().nth(*i) == Some('q')).count()
}

// truth: split_words | n | each letter once
#[no_mangle]
#[inline(never)]
pub fn split_words(text: &str) -> usize {
    text.split(' ').filter(|word| word.len() > 3).count()
}

// truth: parse_numbers | n | each letter once
#[no_mangle]
#[inline(never)]
pub fn parse_numbers(text: &str) -> i64 {
    text.split(' ').filter_map(|word| word.parse::<i64>().ok()).sum()
}

// truth: upper | n | each letter once
#[no_mangle]
#[inline(never)]
pub fn upper(text: &str) -> usize {
    text.to_uppercase().len()
}

// truth: find_word | n | two-way search
#[no_mangle]
#[inline(never)]
pub fn find_word(text: &str) -> bool {
    text.contains("landau!")
}

// truth: clone_words | n | an allocation for each
#[no_mangle]
#[inline(never)]
pub fn clone_words(words: &[String]) -> Vec<String> {
    words.to_vec()
}

// truth: multiply | n^1.5 | three loops over the sides of matrices of n cells
#[no_mangle]
#[inline(never)]
pub fn multiply(a: &[f64], b: &[f64], side: usize) -> Vec<f64> {
    let mut to = vec![0.0; side * side];
    for i in 0..side {
        for j in 0..side {
            for k in 0..side {
                to[i * side + j] += a[i * side + k] * b[k * side + j];
            }
        }
    }
    to
}

// truth: subset_sums | 2^n | each subset
#[no_mangle]
#[inline(never)]
pub fn subset_sums(values: &[i32]) -> usize {
    (0u32..1 << values.len())
        .filter(|set| {
            let chosen = values.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
            chosen.map(|(_, value)| *value).sum::<i32>() == 100
        })
        .count()
}

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

fn values_of(n: usize, random: &mut Random) -> Vec<i32> {
    let mut values: Vec<i32> = (0..n as i32).map(|i| 7 * i + 3).collect();
    for i in (1..n).rev() {
        values.swap(i, random.next() as usize % (i + 1));
    }
    values
}

fn sizes(first: f64, last: f64, count: i32) -> Vec<usize> {
    (0..count).map(|i| (first * (last / first).powf(i as f64 / (count - 1) as f64)) as usize).collect()
}

fn main() {
    let mut random = Random(88172645463325252);
    for n in sizes(10.0, 8000.0, 24) {
        let values = values_of(n, &mut random);
        let mut words: Vec<String> = values.iter().map(|value| format!("word{:06}", value)).collect();
        let text = words.join(" ");
        let numbers = values.iter().map(|value| value.to_string()).collect::<Vec<_>>().join(" ");
        let mut copy = push_all(&values);
        let mut other = values.clone();
        sort_stably(&mut copy);
        sort_unstably(&mut other);
        black_box(search_all(&values, &copy));
        remove_duplicates(&mut copy);
        keep_odd(&mut copy);
        let map = fill_hash_map(&values);
        black_box(look_up_hash_map(&values, &map));
        black_box(count_words(&words));
        black_box(walk_tree(&fill_tree(&values)));
        black_box(set_of_words(&words));
        black_box(order_by_heap(&values));
        black_box(queue_through(&values));
        black_box(append_strings(&words));
        black_box(join_strings(&words));
        black_box(split_words(&text));
        black_box(parse_numbers(&numbers));
        black_box(upper(&text));
        black_box(find_word(&text));
        black_box(clone_words(&words));
        sort_strings(&mut words);
    }
    for n in sizes(10.0, 1200.0, 22) {
        let values = values_of(n, &mut random);
        let words: Vec<String> = values.iter().map(|value| format!("word{:06}", value)).collect();
        let text = words.join(" ");
        let list: LinkedList<i32> = values.iter().copied().collect();
        let mut copy = insert_front(&values);
        black_box(remove_front(&mut copy));
        black_box(find_each(&values));
        black_box(take_nth(&list));
        black_box(add_strings(&words));
        black_box(nth_letters(&text[..n], n));
    }
    for side in sizes(3.0, 60.0, 18) {
        let a = vec![1.5; side * side];
        black_box(multiply(&a, &a, side));
    }
    for n in 2..17 {
        black_box(subset_sums(&values_of(n, &mut random)));
    }
}
