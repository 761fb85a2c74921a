// What people have beside prose: short texts of each kind, with their encodings. An answer is right when decoding by it gives the text.

import { bytesOf } from '../../detect/spelling.mjs';
import { sentences } from './sentences.mjs';

// Lists in Japanese, for both of its encodings.
const japanese = [
  '山田一郎\t東京都港区芝１－２－３\r\n佐藤花子\t大阪府堺市北町４－５－６\r\n',
  '0005,ﾐﾂﾋﾞｼ,015,ｽｽﾞｷ ｹﾝｲﾁ,1234567\r\n0009,ｽﾐﾄﾓ,221,ﾜﾀﾅﾍﾞ ﾖｼｺ,7654321\r\n',
  '① 概要\r\n② 目的\r\n③ 対象範囲\r\n',
  '├────┼──┤\r\n│牛乳　　│２個│\r\n├────┼──┤\r\n',
];

// kind: { encoding: texts }. Where a text has ¦, each beginning from there on is enough to find the encoding. Those of a kind whose name ends with "code pages" are detected with the option `codePages`.
const kinds = {
  'reports by users of other detectors': {
    'UTF-8': [
      'This is Miller’¦s first letter to the council.',
      'The menu of the café¦ is on the door.',
      `naï¦ve ${'and so on '.repeat(40)}résumé`,
      'Thank you all for coming 🎉',
      'Zoë',
      '今¦天下午三点开会，请准时参加。',
      'a+LAY|b¦ and +AGE- stay as they are',
    ],
    GBK: [
      '今天下午三点¦在会议室开会，请大家准时参加。',
      `请在收到通知¦后尽快回复我们的邮件，${'请在收到通知后尽快回复我们的邮件，'.repeat(14)}谢谢您的合作。`,
      '中国人民',
      '用户登录',
      '没有问题',
    ],
    Shift_JIS: ['これは¦何ですか', '新しい¦フォルダ', '会議の資料¦.txt'],
    'EUC-JP': ['お知らせ¦です'],
    Big5: ['請輸入密碼'],
    'EUC-KR': ['안녕하세¦요'],
    'windows-1252': [
      'Die Verhandlungen wurden für ¦heute abgesagt.',
      'MÜLLER und ¦Söhne, Türen und Fenster',
      'Jürgen Schröder¦, München',
      'The temperature rose to 25°C ¦in the afternoon.',
      "Position 48°51'N ¦2°21'E, height 35 m",
      'Temp °C¦;Wind km/h',
      'Each ticket costs £15 ¦at the door.',
      'He said “I will be there” ¦and left.',
      'We are open all week – even ¦on Sunday.',
      'A votação da ¦comissão começa amanhã',
      'INFORMAÇÕES E ¦INSCRIÇÕES',
      'La reunión empieza ¦a las diez',
      "L'élève est arrivé ¦à l'heure",
      'La città ha molte ¦piazze antiche',
      'Straßenverkehr und öffentliche ¦Gebäude',
      'Café',
      `Straße;Größe;Stück\r\n¦${'1;2;3\r\n'.repeat(30)}`,
      `Förnamn,Efternamn,Ålder\n¦${'a,b,20\n'.repeat(30)}`,
    ],
    'windows-1250': [
      'Proszę, żeby państwo przyszli ¦jutro na spotkanie w sprawie książki i źródeł',
      'Příští týden začíná škola ¦a všichni se těší',
      'A fővárosban erős ¦eső és szélvihar várható',
    ],
    'ISO-8859-2': [
      'Dziś wieczorem śnieg będzie ¦padał w całej Polsce',
      'Příští týden začíná škola ¦a všichni se těší',
    ],
    'windows-1257': [
      'Šiandien mūsų mokykloje bus šventė, į ¦kurią kviečiame visus',
      'Šodien mūsu skolā būs ¦svētki, uz kuriem aicinām visus',
    ],
    'windows-1254': ['Bugün hava çok güzel, çocuklar bahçede oynuyor ve şarkı ¦söylüyor'],
    'KOI8-R': ['Привет¦, как дела?'],
    'windows-1251': [
      'Привет¦, как дела?',
      'ВНИМАНИЕ¦! ВХОД ЗАПРЕЩЁН',
      `Имя;Город¦;Сумма\r\n${'1;2;3\r\n'.repeat(30)}`,
    ],
    IBM866: ['Список фай¦лов в каталоге'],
  },
  'typographic apostrophes and quotes': {
    'windows-1252': [
      'Qu’est-ce que c’est ? C’est l’école d’à côté, où l’on n’entend qu’un chien.',
      'Quest’estate c’è un’altra festa nell’isola, e l’ingresso è gratuito.',
      'I’ve said it’s late. They’re here, she’ll stay, and we don’t mind. Don’t forget the crème fraîche.',
      'You’re at Joe’s café.',
      '“Yes,” I said. “No,” he said. “Maybe,” they said.',
    ],
  },
  symbols: {
    'windows-1252': [
      '• Apples\r\n• Pears\r\n• Plums\r\n• Nuts\r\n',
      'Bus £ 3\r\nTrain £ 8\r\nTaxi £ 9\r\n',
      'Pen;0,80 €\r\nInk;4,20 €\r\nPad;2,10 €\r\n',
      'Hall 14,5 m²\r\nYard 30,0 m²\r\nRoof 22,1 m²\r\n',
      'Date;Room [°C];Yard [°C];Rain [mm]\r\n',
      'cf. § 12\ncf. § 14\ncf. § 15\n',
      '// © 2015 North Ltd.\n// © 2016 West Ltd.\n',
      'gap,5 µm\nrod,7 µm\npin,9 µm\n',
      'Siehe § 7 der Satzung.\r\n'.repeat(8),
      '· First point\n'.repeat(8),
    ],
  },
  'CJK lists': {
    Shift_JIS: [
      ...japanese,
      '髙橋健\r\n山﨑誠\r\n宮﨑弘\r\n',
      '佐藤花子,ｻﾄｳ ﾊﾅｺ,横浜市\n高橋健一,ﾀｶﾊｼ ｹﾝｲﾁ,札幌市\n',
      'かきくけこｶｷｸｹｺ',
      '大阪府大阪市北区梅田３－４－５',
      '㈱中村電器\n㈲森田商会\n㈱青木製作所\n',
      '☆★☆★☆',
      '①準備 ②実施 ③報告',
      '┌──┬──┐\n│項目│数値│\n└──┴──┘',
    ],
    'EUC-JP': [
      ...japanese,
      '0001,ﾐｽﾞﾎ,ｼﾌﾞﾔ,1234567,ｱｵｷ ﾏｻﾙ,8000\n',
      '①準備 ②実施 ③報告',
      '単価　１，５００円',
    ],
    GBK: [
      '① 概述\r\n② 目的\r\n③ 适用范围\r\n',
      '├────┼──┤\r\n│牛奶　　│２个│\r\n├────┼──┤\r\n',
      '國際貿易與電腦軟體的發展，對臺灣經濟影響很大。',
      '歡迎光臨本店，請保管好您的隨身物品',
      '湿度：４５％，温度：１８℃',
      '①准备 ②实施 ③报告',
    ],
    Big5: [
      '■ 概述\r\n■ 目的\r\n■ 適用範圍\r\n',
      '民國１０３年５月２０日',
      '①準備 ②實施 ③報告',
      '單價　１，５００元',
    ],
    'EUC-KR': [
      '① 개요\r\n② 목적\r\n③ 적용 범위\r\n',
      '김철수(金哲洙)\r\n이영희(李英姬)\r\n',
      '大韓民國 國會 議員',
      '한일(韓日) 회담(會談)의 경과(經過)',
      '총액 ２３,５００원',
      '①준비 ②실시 ③보고',
    ],
  },
  names: {
    Shift_JIS: ['小野寺健太郎', '中村誠一', '小林由美子.mp3'],
    'EUC-JP': ['小野寺健太郎', '小林由美子', '中村誠一.mp3'],
    GBK: ['欧阳修远', '王建国', '王建国.mp3', '张丽华'],
    Big5: ['歐陽修遠', '林淑芬', '陳志明.mp3'],
    'EUC-KR': ['남궁민수', '김철수', '이영희.mp3'],
  },
  'control characters': {
    'UTF-8': [
      'a.txt\0b.txt\0',
      'root\0daemon\0bin\0',
      'Çeşme\0Muğla\0',
      '00714cam a2210\x1E  \x1FaBöll, Heinrich\x1E\x1D',
      'Straße\x07 und Brücke',
      'done\x1B',
    ],
    'windows-1252': [
      'Die Straße\b und die Brücke über den Fluß sind gesperrt.',
      'Müller.txt\0Größe.txt\0Übung.txt\0',
    ],
  },
  'borrowed endings and repeated lines': {
    'windows-1257': ['Maksim Petrovitš on tuntud vene kirjanik, kelle jutud ilmusid hiljuti'],
    'windows-1252': ['Perché la città è più bella?\n'.repeat(5)],
  },
  'UTF-16 without a mark': {
    'UTF-16LE': ['他的名字写在那本旧书里面', 'Имя файла'],
    'UTF-16BE': ['회의는 내일 오후입니다'],
  },
  'code pages': {
    johab: ['우리는 어제 학교에서 공부한 뒤에 똠양꿍을 먹었다.'],
    'KOI8-R': ['Вчера вечером мы долго гуляли по набережной.'],
    ibm850: [
      'Tämä päivä on lämmin, ja järvellä käy tuuli.',
      'L’élève a été reçu à l’école dès la rentrée.'.replaceAll('’', "'"),
      'Die Lösung für größere Räume wird später geprüft.',
      'La última canción del niño sonó después del café.',
      'As crianças não vão à lição amanhã de manhã.',
    ],
    ibm852: ['Pchnąć w tę łódź jeża'],
    'koi8-t': ['Имрӯз ҳаво хуб аст, ва мо ба боғ меравем.'],
    'georgian-ps': ['დღეს კარგი ამინდია და ჩვენ ბაღში მივდივართ.'],
    ibm437: ['╔═══╗\n║ ABC ║\n╚═══╝\n'],
    'UTF-32LE': ['plain words\n'],
    'windows-1252': [
      'Der Bär läuft über die Brücke, und es wäre schön, früher nach Hause zu kommen.',
      'L’été dernier, nous avons mangé près de la forêt.',
      '¿Cómo estás? ¡Muy bien!',
      'A estação não abre à noite, e a razão é simples',
      'Pen;0,80 €\r\nInk;4,20 €\r\nPad;2,10 €\r\n',
    ],
  },
  'tables of letters': {
    'windows-1251': ['абвгґдеєжзиіїйклмнопрстуфхцчшщьюя'],
    'windows-1252': [
      'åäö ÅÄÖ',
      'éèêëàâçîïôùû',
      "const plain = { 'à': 'a', 'é': 'e', 'ê': 'e', 'ç': 'c', 'ô': 'o', 'ù': 'u' };",
    ],
  },
  'questions and exclamations': {
    'windows-1252': [
      '¡Gracias!',
      '¡Voy!',
      '¡Adiós!',
      '¿Qué tal?',
      '«¡Ven!»',
      '¡Cúbreme! ¡Sígueme!',
    ],
    macintosh: ['¡Mañana será otro día! ¿Qué dices tú?'],
  },
  'affixes and patterns of dictionaries': {
    'windows-1252': [
      'TRY esijanrtolcdugmphbyfvkwqxzäüößáéêàâñESIJANRTOLC\nSFX M ass ässchen ass\nSFX M uss üsschen uss\nPFX U 0 für .\n',
      'MAP aàáâãäå\nMAP eèéêë\nMAP iìíîï\nMAP oòóôõö\nMAP uùúûü\nMAP nñ\nMAP cç\nMAP yÿý\nFOL àáâãäåæçèéêëìíîï\n',
    ],
    'windows-1251': [
      '.аб3в\nа1бо\nа2гв\n3бья\n.бо2дк\nби4вш\n2взя\nг1рю\nд2жа\nе1ё\nжд2ь\nз3ряд\nий2с\nй1ц\nк2сто\nль1ю\nмы2сл\n',
    ],
    'windows-1253': [
      'SFX J ώ ίοντας .\nSFX J ώ ίζων [^σ]ώ\nSFX n ος ου .\nSFX n ος ων ής\nSFX n ας ών ς\nPFX ξ 0 ξε .\n',
    ],
  },
  'a character again and again': {
    'UTF-16BE': ['一'.repeat(8)],
    GBK: ['呵呵哒呵呵哒'],
  },
  'short text in UTF-16': { 'UTF-16LE': ['これはテストです', 'これから会議です'] },
  'kana and symbols beside other writing': {
    GBK: ['歌手：澤野さん (さわの)\r\n曲名：オリジナルサウンドトラック'],
    'EUC-JP': ['★電池★ ８１℃\r\n★牛乳★ ５℃'],
  },
  'languages and names that few write': {
    'ISO-8859-14': ["Mae'r dŵr yn oer heddiw, ac mae'r tŷ ar y bryn yn wag."],
    'ISO-8859-3': [
      'Il-ħobż jinħema kmieni filgħodu, u mbagħad ibigħuh fil-ħanut.',
      'Ĉiuj homoj rajtas libere paroli, kaj ĝuste tio ŝanĝas la mondon.',
    ],
    'ISO-8859-16': [
      '„Această țară își păstrează tradițiile”, a spus el, „și povestește despre ele”.',
    ],
    'ISO-8859-10': ['Dán jagi mun lean čállán máŋga reivve, ja dál mun vuordán vástádusa.'],
    'windows-1257': ['Meie uus naaber Ivan Petrovitš räägib eesti keelt väga hästi'],
  },
  'languages of central Europe in encodings that few use': {
    'ISO-8859-13': [sentences.pl],
    'ISO-8859-16': [sentences.pl, sentences.hu],
  },
  'rows of letters': {
    'windows-1252': ['éèàçù', 'äöü', 'ÅÄÖ', 'áéíóúñ'],
    'windows-1250': ['ąćęłńóśźż'],
    'windows-1254': ['ğüşıöç'],
  },
  'Hebrew with points': {
    'windows-1255': ['שָׁלוֹם עֲלֵיכֶם מַלְאֲכֵי', 'הַיֶּלֶד הָלַךְ לַגַּן'],
  },
  'Arabic with tatweel': {
    'windows-1256': ['رسالـة جـديدة'],
    'ISO-8859-6': ['الجمهوريـــــــة العربية'],
  },
  'titles with a space behind each letter': { IBM866: ['С О Д Е Р Ж А Н И Е'] },
  'pieces of UTF-8 in an older encoding': {
    'windows-1252': ['Der Bär läuft grÃ¼n über die Brücke'],
  },
  'letters and exponents in one byte': {
    'windows-1250': ['Rafał, Michał, Paweł'],
    'windows-1252': ['as Miller¹ and Brown² have shown', 'Area: 12 m², volume: 3 dm³'],
  },
};

// Texts that are not found yet. What is promised of them is that no wrong answer is reliable, and that letters are answered.
const outOfReach = {
  'tables of letters': {
    'windows-1253': ['αβγδεζηθικλμνξοπρστυφχψω'],
    'windows-1250': [
      "map['ą'] = 'a'; map['ć'] = 'c'; map['ę'] = 'e'; map['ł'] = 'l'; map['ś'] = 's'; map['ź'] = 'z';",
    ],
  },
  'letters with spaces and commas between them': {
    'windows-1251': ['а б в г д е ж з и к л м', 'а,б,в,г,д,е,ж,з', 'К О Н С Т И Т У Ц И Я'],
    'KOI8-R': ['Г Л А В А'],
    'windows-1252': ['à á â ã ä å æ ç è é', 'à á â'],
    'windows-1253': ['λ) Ζ) ζ) Ρ) α) ι) π) θ) ψ'],
    'windows-874': ['ก ข ค'],
    Shift_JIS: ['表, 示, 字'],
  },
  'a character again and again': { GBK: ['哈哈哈嘿嘿嘿'] },
  'frames of DOS': { ibm437: ['/* ▒▒▒▒▒▒▒▒ Disk ▒▒▒▒▒▒▒▒ */', '██████ Title ██████', '░░░░'] },
  'affixes of dictionaries': {
    'ISO-8859-2': [
      'TRY ABCDEFGHIJKLMNOPQRSTUVWXYćĆčČđĐžŽabcdefghijkl\nSFX B ti š ti\nSFX C ti še ti\nSFX D ti še ti\nSFX G ti š ti\n',
    ],
  },
  'short text in UTF-16 without a mark': {
    'UTF-16BE': ['一人一票，一年一次'],
  },
};

/** The texts as { kind, encoding, bytes, codePages }. */
const casesOf = (table) =>
  Object.entries(table).flatMap(([kind, encodings]) =>
    Object.entries(encodings).flatMap(([encoding, texts]) =>
      texts.map((marked) => {
        const [enough, rest = ''] = marked.split('¦');
        const text = enough + rest;
        const codePages = kind === 'code pages';
        const shortest = bytesOf(enough, encoding).length;
        return { kind, encoding, text, bytes: bytesOf(text, encoding), shortest, codePages };
      }),
    ),
  );

export const cases = casesOf(kinds);
export const casesOutOfReach = casesOf(outOfReach);

const bad = [[0xff], [0x85, 0x0a], [0x80], [0xc0, 0x20], [0x00], []];
const damaged = [
  ['ja', 'Shift_JIS'],
  ['ja', 'EUC-JP'],
  ['zh-Hans', 'GBK'],
  ['zh-Hant', 'Big5'],
  ['ko', 'EUC-KR'],
  ['ru', 'UTF-8'],
  ['ru', 'windows-1251'],
  ['de', 'windows-1252'],
];

/** Sentences in which a byte or two are replaced by others, or one is lost: { encoding, bytes }. */
export const damage = damaged.flatMap(([tag, encoding]) =>
  bad.map((put) => {
    const bytes = [...bytesOf(`${sentences[tag]}\n`.repeat(6), encoding)];
    bytes.splice(Math.floor(bytes.length / 2), put.length || 1, ...put);
    return { encoding, bytes: Buffer.from(bytes) };
  }),
);
