"""Writes 143 mails in 44 charsets as JSON, one on each line: its charset, its kind, its bytes in base64, and what a reader is to find.

Each charset has three mails: one by Python's email package, and two that are put together here, with base64 and with
quoted-printable. Eleven charsets also have one of two parts, with a text in 7 or 8 bits and a file whose name is in the charset.
The bytes are those of Python's codecs.
"""

import base64
import json
from email.charset import BASE64, Charset
from email.header import Header
from email.mime.nonmultipart import MIMENonMultipart
from urllib.parse import quote

# The text of each group of charsets; the charset's name, and that of Python's codec where it is another one.
groups = {
    'Grüße, naïve café': 'utf-8 iso-8859-1 iso-8859-15 windows-1252 windows-1254 cp437 cp850 macintosh ibm037 utf-7 utf-16 utf-32',
    'Łódź, příliš žluťoučký': 'iso-8859-2 windows-1250 cp852',
    'Rīga, ņemt žēlabas': 'iso-8859-4 iso-8859-13 windows-1257',
    'Привет, съешь же булок': 'iso-8859-5 windows-1251 koi8-r cp866',
    'Привіт, їжак ґанок': 'koi8-u',
    'مرحبا بالعالم': 'iso-8859-6 windows-1256',
    'Καλημέρα κόσμε': 'iso-8859-7 windows-1253',
    'שלום עולם': 'iso-8859-8 windows-1255',
    'İstanbul, ağaç şiir': 'iso-8859-9',
    'สวัสดีชาวโลก': 'tis-620',
    '日本語のメール、テスト': 'shift_jis euc-jp iso-2022-jp',
    '①髙橋さんのメール': 'cp932',
    '你好，世界，汉字': 'gb2312 gbk hz-gb-2312',
    '你好，世界，𠀀漢': 'gb18030',
    '你好，世界，漢字': 'big5',
    '한글 편지, 서울': 'euc-kr iso-2022-kr',
    '똠방각하 펲시콜라': 'ks_c_5601-1987=cp949 johab',
}

with_file = (
    'iso-8859-1 windows-1251 koi8-r shift_jis gbk big5 euc-kr euc-jp johab hz-gb-2312 iso-2022-kr'
).split()

CRLF = b'\r\n'


def by_python(text, charset, codec):
    """Returns a mail that Python's email package has written."""
    kind = Charset('x-other')
    kind.input_charset = kind.output_charset = charset
    kind.input_codec = kind.output_codec = codec
    kind.header_encoding = kind.body_encoding = BASE64
    mail = MIMENonMultipart('text', 'plain', charset=charset)
    mail['Subject'] = Header(text, kind)
    mail['From'] = f'{Header(text[:8].strip(), kind).encode()} <a@example.com>'
    mail['Content-Transfer-Encoding'] = 'base64'
    mail.set_payload(base64.encodebytes(text.encode(codec)).decode())
    return mail.as_bytes().replace(b'\n', CRLF)


def word(text, charset, codec, kind):
    """Returns an encoded word. RFC 2047, section 2."""
    data = text.encode(codec)
    if kind == 'B':
        return f'=?{charset}?B?{base64.b64encode(data).decode()}?='
    return f'=?{charset}?Q?{"".join(f"={byte:02X}" for byte in data)}?='


def head(text, charset, codec, kind):
    """Returns the fields that each mail has."""
    return [
        f'Subject: {word(text, charset, codec, kind)}',
        f'From: {word(text[:8].strip(), charset, codec, kind)} <a@example.com>',
        'MIME-Version: 1.0',
    ]


def quoted_printable(data):
    """Returns bytes as quoted-printable, each byte escaped, in lines of 75 characters."""
    lines = [data[at : at + 25] for at in range(0, len(data), 25)]
    return '=\r\n'.join(''.join(f'={byte:02X}' for byte in line) for line in lines).encode()


def whole(text, charset, codec, coding):
    """Returns a mail of one part."""
    data = text.encode(codec)
    body = quoted_printable(data) if coding == 'quoted-printable' else base64.encodebytes(data)
    fields = [
        *head(text, charset, codec, 'Q' if coding == 'quoted-printable' else 'B'),
        f'Content-Type: text/plain; charset="{charset}"',
        f'Content-Transfer-Encoding: {coding}',
    ]
    return '\r\n'.join(fields).encode() + CRLF * 2 + body


def of_two_parts(text, charset, codec):
    """Returns a mail with a text as it is, and a file whose name is in the charset. RFC 2231, section 4."""
    name = quote(f'{text[:4].strip()}.txt'.encode(codec))
    fields = [*head(text, charset, codec, 'B'), 'Content-Type: multipart/mixed; boundary="=-b"']
    return CRLF.join([
        *(field.encode() for field in fields),
        b'',
        b'--=-b',
        f'Content-Type: text/plain; charset={charset}; format=flowed'.encode(),
        b'Content-Transfer-Encoding: 8bit',
        b'',
        text.encode(codec),
        b'--=-b',
        b'Content-Type: application/octet-stream',
        f"Content-Disposition: attachment; filename*={charset}''{name}".encode(),
        b'',
        b'data',
        b'--=-b--',
        b'',
    ])


def write(mail, charset, kind, text, file=None):
    """Writes a mail with what a reader is to find."""
    found = {'subject': text, 'name': text[:8].strip(), 'text': text, 'file': file}
    row = {'charset': charset, 'kind': kind, 'mail': base64.b64encode(mail).decode(), 'found': found}
    print(json.dumps(row))


for text, names in groups.items():
    for pair in names.split():
        charset, _, other = pair.partition('=')
        codec = other or charset
        write(by_python(text, charset, codec), charset, "Python's email package", text)
        for coding in ('base64', 'quoted-printable'):
            write(whole(text, charset, codec, coding), charset, coding, text)
        if charset in with_file:
            mail = of_two_parts(text, charset, codec)
            write(mail, charset, 'two parts', text, f'{text[:4].strip()}.txt')
