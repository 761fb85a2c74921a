//! encoding_rs behind three C functions, for the benchmark of the core. Each converts all of its input
//! in one call, with replacement, and returns how much it has written, or FAILED.

use encoding_rs::{CoderResult, Encoding};
use std::slice::{from_raw_parts, from_raw_parts_mut};

const FAILED: usize = usize::MAX;

/// Makes such a function of an expression, which converts `$input` into `$output`.
macro_rules! exported {
    ($name:ident, $In:ty, $Out:ty, |$encoding:ident, $input:ident, $output:ident| $convert:expr) => {
        /// # Safety
        /// Every pointer must be valid for its length.
        #[no_mangle]
        pub unsafe extern "C" fn $name(
            label: *const u8,
            label_length: usize,
            input: *const $In,
            length: usize,
            output: *mut $Out,
            room: usize,
        ) -> usize {
            let label = from_raw_parts(label, label_length);
            let Some($encoding) = Encoding::for_label(label) else {
                return FAILED;
            };
            let $input = from_raw_parts(input, length);
            let $output = from_raw_parts_mut(output, room);
            let (result, _, written, _) = $convert;
            if result == CoderResult::InputEmpty {
                written
            } else {
                FAILED
            }
        }
    };
}

exported!(bench_decode_utf16, u8, u16, |encoding, input, output| {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    decoder.decode_to_utf16(input, output, true)
});

exported!(bench_decode_utf8, u8, u8, |encoding, input, output| {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    decoder.decode_to_utf8(input, output, true)
});

exported!(bench_encode_utf16, u16, u8, |encoding, input, output| {
    // For UTF-16 there is an encoder of UTF-8, which is another task.
    if encoding.output_encoding() != encoding {
        return FAILED;
    }
    encoding
        .new_encoder()
        .encode_from_utf16(input, output, true)
});
