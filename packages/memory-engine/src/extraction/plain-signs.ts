const ZEROS = ['٠', '۰', '０'].map((zero) => zero.charCodeAt(0));

/** Writes "é" as one letter, digits and letters of other widths and no-break spaces in ASCII, and leaves out hidden signs inside of words. */
export function toPlainSigns(text: string): string {
  if (!/\P{ASCII}/u.test(text)) return text;
  return text
    .normalize('NFC')
    .replaceAll(/(?<=[\p{L}\p{N}])[\u00ad\u200b\u2060\ufeff]+(?=[\p{L}\p{N}])|(?<=\w)[\u200c\u200d]+(?=\w)/gu, '')
    .replaceAll(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/gu, ' ')
    .replaceAll(/(?<=\w)[\u2010-\u2015\u2212](?=\w)/gu, '-')
    .replaceAll(/[Ａ-Ｚａ-ｚ]/gu, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfe_e0))
    .replaceAll(/[٠-٩۰-۹０-９]/gu, (digit) => {
      const zero = ZEROS.find((each) => digit.charCodeAt(0) - each < 10) ?? 0;
      return String(digit.charCodeAt(0) - zero);
    });
}
