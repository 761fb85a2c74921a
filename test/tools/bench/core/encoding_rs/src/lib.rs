//! encoding_rs behind three C functions, for the benchmark of the core. Each converts all of its input
//! in one call, with replacement, and returns how much it has written, or FAILED.

use encoding_rs::{CoderResult, Encoding};
use std::slice::{from_raw_parts, from_raw_parts_mut};

const FAILED: usize = usize::MAX;

fn written(result: CoderResult, written: usize) -> usize {
    if result == CoderResult::InputEmpty {
        written
    } else {
        FAILED
    }
}

/// # Safety
/// Every pointer must be valid for its length.
#[no_mangle]
pub unsafe extern "C" fn bench_decode_utf16(
    label: *const u8,
    label_length: usize,
    input: *const u8,
    length: usize,
    output: *mut u16,
    room: usize,
) -> usize {
    let Some(encoding) = Encoding::for_label(from_raw_parts(label, label_length)) else {
        return FAILED;
    };
    let (result, _, units, _) = encoding.new_decoder_without_bom_handling().decode_to_utf16(
        from_raw_parts(input, length),
        from_raw_parts_mut(output, room),
        true,
    );
    written(result, units)
}

/// # Safety
/// Every pointer must be valid for its length.
#[no_mangle]
pub unsafe extern "C" fn bench_decode_utf8(
    label: *const u8,
    label_length: usize,
    input: *const u8,
    length: usize,
    output: *mut u8,
    room: usize,
) -> usize {
    let Some(encoding) = Encoding::for_label(from_raw_parts(label, label_length)) else {
        return FAILED;
    };
    let (result, _, bytes, _) = encoding.new_decoder_without_bom_handling().decode_to_utf8(
        from_raw_parts(input, length),
        from_raw_parts_mut(output, room),
        true,
    );
    written(result, bytes)
}

/// # Safety
/// Every pointer must be valid for its length.
#[no_mangle]
pub unsafe extern "C" fn bench_encode_utf16(
    label: *const u8,
    label_length: usize,
    input: *const u16,
    length: usize,
    output: *mut u8,
    room: usize,
) -> usize {
    let Some(encoding) = Encoding::for_label(from_raw_parts(label, label_length)) else {
        return FAILED;
    };
    // For UTF-16 there is an encoder of UTF-8, which is another task.
    if encoding.output_encoding() != encoding {
        return FAILED;
    }
    let (result, _, bytes, _) = encoding.new_encoder().encode_from_utf16(
        from_raw_parts(input, length),
        from_raw_parts_mut(output, room),
        true,
    );
    written(result, bytes)
}
