// Lists the demo's legacy documents and the text of each. Their bytes are in documents/. encode.mjs
// wrote them once, with an encoder that shares no code with this package.
//
// A document is a list of lines. A line is a string, or a list of strings and `raw` pieces. A `raw`
// piece is bytes that no encoder writes but old files contain, and the text that they decode to by
// the standard.

/** Bytes in hexadecimal and the text that they decode to. */
const raw = (bytes, text) => ({ bytes: Buffer.from(bytes.replaceAll(' ', ''), 'hex'), text });

/**
 * A character given by its bytes: decoders know these bytes, but the standard's encoders do not
 * write them.
 */
const hkscs = {
  咗: raw('9d f7', '咗'),
  啲: raw('9d f8', '啲'),
  喺: raw('9d f6', '喺'),
  嘢: raw('9d cf', '嘢'),
  哋: raw('92 5d', '哋'),
  嚟: raw('91 c1', '嚟'),
  㗎: raw('9d ee', '㗎'),
};

export const documents = [
  {
    file: 'minato-nippo.shift_jis.txt',
    charset: 'x-sjis',
    encoding: 'Shift_JIS',
    lines: [
      '「みなと日報」第四百十二号',
      '',
      'けさ六時十二分、霧の晴れ間をぬって貨物船「かもめ丸」が入港した。積み荷は林檎千二百箱と、',
      '送り先のわからないピアノが一台。税関の高橋さんは「鍵盤のソがひとつ鳴らない。まあ、弾けばわかる」と笑う。',
      '臨港線の上り列車は①番線から７時４０分に発車、終点の灯台前には八時ちょうどに着く。運賃は２８０円。',
      '半角ｶﾀｶﾅの伝票は窓口Ⅲへ。担当は㈱みなと運輸、電話は呼出し一回で切れるので二度かけること。',
      'おわび：昨日の一覧表で「ソ」「表」「能」「十」の字が崩れた。二バイト目が \\ と同じだからで、印刷係の怠慢ではない。',
      [
        '外字の船名は「',
        raw('f0 40', '\uE000'),
        '丸」と読む。端末の癖で混じる印：',
        raw('80', '\u0080'),
        '。',
      ],
      [
        '切れた字のあと： ',
        raw('81 5b', 'ー'),
        '、',
        raw('85 5b', '\uFFFD['),
        '浮標]、',
        raw('a0', '\uFFFD'),
        '。',
      ],
      'ここで終わり。\u001A',
    ],
  },
  {
    file: 'todai-nisshi.euc-jp.txt',
    charset: 'x-euc-jp',
    encoding: 'EUC-JP',
    lines: [
      '灯台日誌（岬の番小屋にて）',
      '',
      '三月四日、風は北西、波やや高し。夜半に回転灯の油を継ぎ足す。猫が階段の九十七段目で眠っていた。',
      '三月五日、晴れ。沖を通る定期船に旗で「おはよう」と送ったら、「パンあり」と返ってきた。意味は昼にわかった。',
      [
        '本棚に森',
        raw('8f ec bf', '鷗'),
        '外を一冊見つける。頁の間に',
        raw('8f ec f0', '麵'),
        '屋の古い品書き。',
        raw('8f b1 c2', '俠'),
        '客の出る話より面白い。',
      ],
      '三月六日、ﾗｼﾞｵの調子が悪い。真空管をひとつ替えた。夕方、子供たちが石段で数をかぞえていた。',
      [
        '雑音の混じった電文： ',
        raw('8f ee 65 e6 ef', '\uFFFDe肬'),
        ' ',
        raw('8e 41', '\uFFFDA'),
        ' 以上。',
      ],
    ],
  },
  {
    file: 'tegami.iso-2022-jp.txt',
    charset: 'csISO2022JP',
    encoding: 'ISO-2022-JP',
    lines: [
      'From: eki@misaki.example',
      'Subject: 臨港線の時刻について',
      '',
      '駅長様、いつもお世話になっております。',
      '始発を七時四十分に変えていただき、魚の箱が間に合うようになりました。市場の皆が喜んでいます。',
      'ついては終列車も、できれば二十一時すぎにしていただけないでしょうか。歌の稽古が九時に終わるのです。',
      'The singers (all 14 of us) would gladly pay 300 yen. 返事はいつでも結構です。',
      [
        '切符売場の値札： ',
        raw('1b 28 4a 5c 33 30 30 1b 28 42', '¥300'),
        ' / 片仮名の札： ',
        raw('1b 28 49 36 4c 1b 28 42', 'ｶﾌ'),
      ],
      ['壊れた返信の跡： ', raw('1b 24 42 1b 28 42', '\uFFFD'), '[引用ここまで]'],
    ],
  },
  {
    file: 'laocheng-chaguan.gbk.txt',
    charset: 'gb2312',
    encoding: 'GBK',
    lines: [
      '老城茶馆见闻',
      '',
      '清早五点，炉火刚生，掌柜的就把八仙桌擦得照得见人影。头一位客人总是修钟的老葛，要一壶茉莉花茶，不加糖。',
      '他说城门楼上的大钟每天慢四分钟，慢得很有规矩，所以从来不修：“全城都按它过日子，修好了反倒乱。”',
      '说书人今天讲到渡口夺船，讲到紧要处，偏偏合上扇子：“诸位，续水！”满堂哄笑，茶钱每碗三角。',
      '墙上贴着通告：自下月起，往青石桥的渡船改为每日四班，逢集日加开一班。镕、堃、喆三位船工轮值。',
      [
        '旧账本上的价目：龙井 ',
        raw('80', '€'),
        '2，瓜子 ',
        raw('80', '€'),
        '1；生僻字也认得： ',
        raw('81 39 ef 30', '㐁'),
        '、',
        raw('82 35 98 32', '鿿'),
        '。',
      ],
      [
        '虫蛀的一行： ',
        raw('81 30 81 41', '\uFFFD0丄'),
        ' 与 ',
        raw('81 20', '\uFFFD '),
        '其余完好。',
      ],
    ],
  },
  {
    file: 'yuchuan-qingdan.gb18030.txt',
    charset: 'gb18030',
    encoding: 'gb18030',
    lines: [
      '渔船登记清单',
      '',
      '第一号，船主㐀守义，木壳，双桅；第二号，船主𠮷田，铁壳，单机；第三号，船主鿫明，正在上漆。',
      '登记员注：姓氏用字以户籍为准，计算机里没有的字，从今年起都要有。',
      '气象台今日预报用了新符号：☀ 上午，🌧 下午，🌊 两米，请小船回港 🚣‍♀️。',
      '各国船员留言：Привет, Ελλάδα, 안녕, สวัสดี, नमस्ते, ¡hola!, ﷺ。',
      [
        '竖排标点按二〇二二年版： ',
        raw('a6 d9', '︐'),
        raw('a6 da', '︒'),
        raw('a6 db', '︑'),
        '；破损处： ',
        raw('e3 32 9a 36', '\uFFFD'),
        '。',
      ],
    ],
  },
  {
    file: 'gangkou-gongbao.big5.txt',
    charset: 'x-x-big5',
    encoding: 'Big5',
    lines: [
      '港口公報　第七十八期',
      '',
      '本週三上午，載運陶器的「順安號」在三號碼頭卸貨，共計六百四十件，其中茶壺二百把，一把也沒有破。',
      '碼頭工人許功蓋說：「這批壺嘴都朝同一邊，裝箱的人一定是左撇子。」眾人查看，果然如此。',
      '渡輪時刻：北岸每小時整點開，南岸每小時半點開；颱風警報期間停航，退票請至二樓閱覽室辦理。',
      [
        '茶樓夥計話：「我',
        hkscs.哋,
        hkscs.喺,
        '度等',
        hkscs.咗,
        '三個鐘，先至有',
        hkscs.啲,
        hkscs.嘢,
        '食，佢先',
        hkscs.嚟,
        hkscs.㗎,
        '！」',
      ],
      [
        '拉丁註音： ',
        raw('88 62', 'Ê̄'),
        ' ',
        raw('88 a5', 'ê̌'),
        '；壞掉的檔名： C:',
        raw('83 5c', '\uFFFD\\'),
        'data',
        raw('81 5b', '\uFFFD['),
        '1]',
      ],
    ],
  },
  {
    file: 'hanggu-sosik.euc-kr.txt',
    charset: 'ks_c_5601-1987',
    encoding: 'EUC-KR',
    lines: [
      '항구 소식 제삼십일호',
      '',
      '오늘 새벽 안개가 걷히자 멸치잡이 배 여섯 척이 한꺼번에 들어왔다. 갈매기들이 먼저 알고 줄을 섰다.',
      '어시장 할머니는 “비 오는 날 멸치는 반값, 웃는 손님은 그 반값”이라고 써 붙였다.',
      '등대행 마을버스는 매시 이십분에 떠난다. 운전사는 똠 아저씨, 별명은 펲시. 햏 하고 웃으면 출발이다.',
      '잃어버린 물건: 파란 우산 한 개, 漁具 한 상자, 쓩 소리가 나는 호루라기. 찾는 분은 항만사무소로.',
      ['긁힌 자리: ', raw('81 5b', '\uFFFD['), '판독 불가] ', raw('80', '\uFFFD'), ' 끝.'],
    ],
  },
  {
    file: 'raspisanie.windows-1251.txt',
    charset: 'cp1251',
    encoding: 'windows-1251',
    lines: [
      'Расписание пригородной линии «Маяк — Старая Гавань»',
      '',
      'Первый поезд уходит в 6:12, если кот дежурного не спит на рельсах. Кота будить запрещено приказом № 7.',
      'На станции «Ёлки» стоянка три минуты: хватает, чтобы купить пирожок с капустой и передумать насчёт второго.',
      'Пассажирам с удочками просьба занимать последний вагон; пассажирам с виолончелями — первый.',
      'В пятницу по просьбе хора добавлен вечерний рейс в 21:05. Проезд 30 копеек, детям и певцам — бесплатно…',
      'Потерян зонт, синий, в клеточку; нашедшего ждёт чай с вареньем у начальника станции.',
    ],
  },
  {
    file: 'pismo.koi8-r.txt',
    charset: 'koi',
    encoding: 'KOI8-R',
    lines: [
      'Здравствуй, дорогая редакция!',
      '',
      'Пишет вам радист с метеостанции на мысе. Шестой день метёт, зато чайник новый и рация ловит танго.',
      'Вчера медведь унёс термометр. По его следам установили: минус тридцать один, ветер умеренный.',
      'Посылаю таблицу наблюдений, рамка нарисована от руки:',
      '┌──────┬───────┬──────┐',
      '│ день │ ветер │ чай  │',
      '├──────┼───────┼──────┤',
      '│  1   │ ≈ 12  │ ≥ 4  │',
      '└──────┴───────┴──────┘',
      'Площадь проталины - 9 м², радость - √16 кружек. С приветом, © радист.',
    ],
  },
  {
    file: 'lyst.koi8-u.txt',
    charset: 'koi8-ru',
    encoding: 'KOI8-U',
    lines: [
      'Оголошення на пристані',
      '',
      'Шановні пасажири! Пором через лиман ходить щогодини, а коли капітан їсть борщ, то на чверть години пізніше.',
      'Ґудзик від кителя знайдено біля третьої лави. Якщо він ваш, скажіть, скільки в ньому дірочок.',
      'У неділю на палубі грає оркестр: двоє скрипалів, бубон і ґречний пан із цимбалами.',
      'Сябры з суседняга берага пытаюць, ці ўсе ўжо ўзышлі на борт. Усі, крім кота.',
    ],
  },
  {
    file: 'gazette.windows-1252.txt',
    charset: 'iso-8859-1',
    encoding: 'windows-1252',
    lines: [
      'Gazette du port – Hafenblatt – édition bilingue',
      '',
      'Ce matin, à l’heure où les pêcheurs boivent leur café, un bœuf s’est promené sur le quai nº 3. Son maître le cherche.',
      '« Il aime la musique », explique la sœur du boulanger ; « jouez-lui un air de vielle et il rentrera tout seul… »',
      'Der Zug nach Süderhafen fährt wegen Möwen auf den Gleisen fünf Minuten später. Die Bahn bittet um Verständnis: „Größere Vögel haben Vorfahrt.“',
      'Preise heute: Scholle 4 €, Muscheln 3 €, ein Lächeln – gratis. Übermäßig gefüllte Körbe bitte selbst tragen.',
      'Nächste Ausgabe: Donnerstag. Prochaine parution : jeudi. Prix : 50 ¢ ou ½ livre de crevettes. ™ ‰ Š ž',
    ],
  },
  {
    file: 'ruea-duan.windows-874.txt',
    charset: 'tis-620',
    encoding: 'windows-874',
    lines: [
      'ประกาศท่าเรือด่วนปากคลอง',
      '',
      'เรือเที่ยวแรกออกเวลาหกโมงเช้า ถ้าน้ำขึ้นสูงโปรดถอดรองเท้าก่อนก้าวลงเรือ ตั๋วราคา ๑๕ บาท',
      'ป้าแจ๋วขายข้าวเหนียวมะม่วงอยู่ท้ายเรือ ใครซื้อสองห่อจะได้ฟังเพลงลูกทุ่งฟรีหนึ่งเพลง',
      'แมวสีส้มชื่อ “กัปตัน” ขึ้นลงเรือได้ทุกเที่ยวโดยไม่ต้องเสียค่าโดยสาร – ระเบียบใหม่ตั้งแต่วันจันทร์…',
      'ของหาย: ร่มสีเขียวหนึ่งคัน ผู้พบโปรดแจ้งนายท่าก่อนฝนตก',
      ['ตัวอักษรที่เลือนหาย: ', raw('db', '\uFFFD'), ' และ ', raw('fc', '\uFFFD'), ' จบประกาศ'],
    ],
  },
  {
    file: 'logbook.utf-16le.txt',
    charset: 'utf-16',
    encoding: 'UTF-16LE',
    byteOrderMark: true,
    lines: [
      'Log of the ferry “Polyglot”, one line a watch',
      '',
      '06:00 Fog as thick as porridge. 汽笛を三回鳴らす。 Две чайки ответили.',
      '08:30 Πρωινό στο κατάστρωμα· ψωμί, ελιές και καφές. Der Koch singt wieder.',
      '11:15 갑판에서 체스 대회 ♟, 우승자는 선장의 고양이 🐈. 𝄞 Quartett um zwölf.',
      '14:00 שלום לכולם, הים שקט היום. مرحبا بالركاب الجدد.',
      '17:45 नाव समय पर है। เรือมาถึงแล้ว ⚓ 鿰𠀋𠮟 spelled out for the harbour office.',
      ['20:00 Half a character went overboard: ', raw('3d d8', '\uFFFD'), ' Nobody was hurt.'],
    ],
  },
];

/** The text of one copy of a document, without the byte order mark. */
export function knownText({ lines }) {
  const plain = (piece) => (typeof piece === 'string' ? piece : piece.text);
  return lines.map((line) => `${[line].flat().map(plain).join('')}\n`).join('');
}
