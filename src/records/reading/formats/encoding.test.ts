import iconv from 'iconv-lite'
import { expect, it } from 'vitest'
import { knownEncoding, openDecoder } from './encoding.logic.ts'

iconv.encodingExists('utf-8')
const labels = [...Object.keys(iconv.encodings ?? {}), 'utf-16', 'UTF8', ' Latin1 '].filter(knownEncoding)

it('reads any bytes in every encoding it knows to their end without failing', () => {
  expect(labels.length).toBeGreaterThan(100)
  const bytes = Buffer.from(Array.from({ length: 4097 }, (_, n) => (n * 167) % 256))
  for (const label of labels) {
    const decoder = openDecoder(knownEncoding(label) ?? '', false)
    expect([label, typeof decoder.decode(bytes, false), typeof decoder.end()]).toEqual([label, 'string', 'string'])
  }
})

const encodingOf = (bytes: Buffer) => {
  const decoder = openDecoder(undefined, false)
  const text = decoder.decode(bytes, true)
  return [decoder.encoding, text]
}

it('tells text with a few NUL from UTF-16 without a mark, however short it is', () => {
  for (const text of ['Company,City\r\nAc\0me,Ro\0me\r\n', 'a,b\0\n1,2', 'Na\0me\nx\0yz\n'])
    expect(encodingOf(Buffer.from(text))).toEqual(['utf-8', text])
  for (const text of [
    'Company\tCity\r\nAcme\tRome\r\n',
    'Компания\tГород\r\nРога\tМосква\r\n',
    '会社\t都市\r\n東京\t大阪\r\n',
  ]) {
    const bytes = Buffer.from(text, 'utf16le')
    expect(encodingOf(bytes)).toEqual(['utf-16le', text])
    expect(encodingOf(Buffer.from(bytes).swap16())).toEqual(['utf-16be', text])
  }
})

it('reads what Excel writes on a Mac, whose lines end with CR alone', () => {
  const text = 'Company,City\rMüller,Köln\rÉté,Málaga\r'
  expect(encodingOf(iconv.encode(text, 'macintosh'))).toEqual(['macintosh', text])
  expect(encodingOf(Buffer.from(text))).toEqual(['utf-8', text])
})

it('reads Japanese, Chinese and Korean whose lines end with CR alone, and takes no accents for them', () => {
  const texts = {
    shift_jis: '会社,都市,備考\r株式会社東京,大阪市北区,これはテストです\rトヨタ自動車,愛知県豊田市,カタカナのデータ\r',
    'euc-jp': '会社,都市,備考\r株式会社東京,大阪市北区,これはテストです\rトヨタ自動車,愛知県豊田市,カタカナのデータ\r',
    gb18030: '公司,城市,备注\r北京科技有限公司,北京,这是一个测试的数据\r上海贸易公司,上海,我们的客户是中国人\r',
    big5: '公司,城市,備註\r台北科技有限公司,台北,這是一個測試的資料\r高雄貿易公司,高雄,我們的客戶是台灣人\r',
    'euc-kr': '회사,도시,비고\r삼성전자,서울,이것은 시험 데이터입니다\r현대자동차,울산,고객의 이름을 적어 주세요\r',
  }
  for (const [name, text] of Object.entries(texts)) expect(encodingOf(iconv.encode(text, name))).toEqual([name, text])
  const accents = 'SÃO PAULO,JOÃO,CONCEIÇÃO\rAÇÃO,ARAÚJO,INFORMAÇÕES\rCORAÇÃO,GONÇALVES,IRMÃO\r'.repeat(10)
  expect(encodingOf(iconv.encode(accents, 'macintosh'))).toEqual(['macintosh', accents])
})

const WRITTEN: [encoding: string, text: string][] = [
  ['windows-1250', 'Firma;Město;Poznámka\nŠkoda Auto;Mladá Boleslav;Žádná\nČeská spořitelna;Praha;Příští týden\n'],
  ['windows-1250', 'Spółka;Miasto\nŻabka Polska;Poznań\nŁódź Główna;Łódź\nŚląsk Źródło;Gliwice\n'],
  [
    'windows-1250',
    'Cég;Város\nMagyar Telekom;Győr\nErdős Kft;Székesfehérvár\nFűszer Bt;Hódmezővásárhely\nTűzoltó;Győr\n',
  ],
  ['iso-8859-2', 'Firma;Město;Poznámka\nŠkoda Auto;Mladá Boleslav;Žádná\nČeská spořitelna;Praha;Příští týden\n'],
  ['iso-8859-2', 'Name;City\nJiří Šťastný;Třebíč\n'],
  ['windows-1251', 'Name;City\nИван;Киев\n'],
  ['windows-1251', 'Компания;Город\nРога и копыта;Москва\nЯндекс;Санкт-Петербург\n'.repeat(30)],
  ['koi8-r', 'Name;City\nИван;Киев\n'],
  ['koi8-r', 'Компания;Город\nРога и копыта;Москва\nЯндекс;Санкт-Петербург\n'.repeat(30)],
  ['gb18030', 'Name,City\n张伟,北京\n李娜,上海\n'],
  ['big5', 'Name,City\n陳怡君,台北\n林志明,高雄\n'.repeat(30)],
  ['euc-kr', 'Name,City\n김철수,서울\n이영희,부산\n'],
  ['shift_jis', 'Name,City\n田中太郎,東京\n'],
  ['windows-1253', 'Εταιρεία;Πόλη\nΟΤΕ;Αθήνα\nΑλουμίνιον;Θεσσαλονίκη\n'],
  ['windows-1254', 'Şirket;Şehir\nTürk Hava Yolları;İstanbul\nÜlker Bisküvi;Eskişehir\nKoç;Iğdır\n'],
  ['windows-1252', 'Name;City\nMüller;Köln\n'],
  ['windows-1252', 'Société;Ville\nL’Oréal;Orléans\nÉté;Besançon\nGarçon Frères;Nîmes\n'],
  ['windows-1252', 'Empresa;Cidade\nConceição;São Paulo\nAÇÃO INFORMAÇÕES;BRASÍLIA\n'.repeat(30)],
  ['windows-1252', 'Name;City\nJosé Muñoz;Málaga\nNuñez “X” €;Cádiz\n'],
  ['windows-1252', 'Firma;By\nØrsted;København\nÅse Lærke;Ærø\n'],
  ['windows-1252', 'Fyrirtæki;Borg\nÍslandsbanki;Reykjavík\nÞór Sigurðsson;Hafnarfjörður\n'],
  ['windows-1252', 'Yritys;Linn\nTõnu Põld;Võru\nÜlle Öö;Pärnu\n'],
  ['windows-1252', 'Nome;Città\nSocietà però;Forlì\nPerché no;Cantù\n'],
]

it.each(WRITTEN)('reads a file written in %s', (encoding, text) => {
  expect(encodingOf(iconv.encode(text, encoding))).toEqual([encoding, text])
})
