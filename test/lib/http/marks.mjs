// Byte order marks and bodies for the tests of the search for the encoding.

export const utf8BOM = '\xef\xbb\xbf';

/** What fills the bytes that a stream searches for a <meta>. */
export const filler = `<title>a</title><script>b</script><link c="d">`.repeat(30);
