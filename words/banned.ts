import type { Locale } from '@glasshouse/protocol/locales';
import type { Section } from './keys.ts';

/** The place of a sentence: a section of the words, or a help text. */
export type Place = Section | 'help';
type Banned = { pattern: RegExp; says: string; notIn?: readonly Place[] };

const escaped = (text: string) => text.replaceAll(/[.()]/g, '\\$&');
/** Complete words in any script. A word that ends with a hyphen matches as a prefix. */
const words = (list: string): Banned[] =>
  list.split(', ').map((says) => {
    const stem = says.replace(/-$/, '');
    const end = stem === says ? '(?!\\p{L})' : '';
    return { says, pattern: new RegExp(`(?<!\\p{L})${escaped(stem)}${end}`, 'iu') };
  });
/** Characters at any position, because these scripts put no spaces between words. */
const characters = (list: string): Banned[] =>
  list.split(', ').map((says) => ({ says, pattern: new RegExp(escaped(says), 'u') }));

/** Words that were replaced by a term of docs/glossary.md, or that have the wrong meaning. */
export const banned: Record<Locale, readonly Banned[]> = {
  'en-US': words(
    'colour, centre, favourite, second contract, second contracts, Lower-level, Own transfer, Bookings, the own',
  ),
  'ja-JP': characters('掛け金, 払い戻し, 約定票, 建玉, 第二要素, 下位メンバー, 戦績, ブラウザー'),
  'zh-CN': characters('价格链, 价格带, 行情带, 入场, 出场, 兑付, 保本, 笔次, 战绩, 未结合约, 下级'),
  'zh-HK': [
    ...characters(
      '賬, 餘額, 下單, 提現, 價格鏈, 價格帶, 保本, 看漲, 哈希, 公佈, 金鑰, 佇列, 工作階段, 專案, 擷取, 未結合約',
    ),
    { says: '你', pattern: /你(?!們)/u },
  ],
  'ko-KR': characters('청산, 주문표, 본전, 본인 인증, 잔액, 초단위, 하위 회원, 사슬, 이(가), (으)로, 은(는)'),
  'vi-VN': [
    ...words('băng giá, ra lệnh, tiền ảo, tiền giả lập, mở băng, Mua lên, Bán xuống, cấp dưới, tỷ suất'),
    { says: 'điểm kiểm', pattern: /điểm kiểm(?! tra)/iu },
  ],
  'ru-RU': words(
    'Фонды, Наличные, стейкинг-, доверительное управление, майнинг-машин-, талон, опечатан-, опечатыва-, пересчитать самому, марка карты',
  ),
  'fr-FR': [
    ...words('nul, nuls, la bande, hach-, Au comptant, pour autrui, code de secours, codes de secours'),
    { says: 'a plain space before : ; ? ! » %', pattern: / [:;?!»%]/u },
    // Operators freeze an account. For its user, it is suspended.
    { says: 'gelé', pattern: /(?<!\p{L})gelée?s?(?!\p{L})/iu, notIn: ['office'] },
  ],
};
