// Single words that say nothing of a code: "My locker code is banana", unlike "… is annoying". Seven languages.
import { isFunctionWord } from '../words/function-words.js';
import { DESCRIPTION, FILLER } from './secret-words.js';

const ENGLISH_OR_DUTCH =
  /(?:[^mg]able|ible|ing|ed|ful|less|ous|[aeiou]tive|ish|ic|[cfhnrt]i?al|ary|ory|(?<!ph)ant|[^t]ent|some|(?<!f)ly|(?:brok|stol|hidd|forgott|writt|tak|chos|giv|froz|wood|gold)en|elijk|baar|loos|end|[lrn]ig|eerd)$|^(?:ge|ver|on|aan|be)\p{L}{2,}[dt]$/iu;
const GERMAN =
  /(?:ig|lich|bar|los|sam|haft|isch|iert|end|ell|iv|frei|stellig|är|al|ent|ant)$|^ge\p{L}{3,}(?:en|t)$|^(?:ver|über|unter|ent|zer|ab|auf|aus|ein)\p{L}+(?:t|en)$/iu;
const ROMANCE =
  /(?:ée?s?|[aiu][dt][oa]s?|able|ible|[ae]nte?|ique|ic[oa]|aire|[^l]el|elle|eux|euse|if|ive|iv[oa]|os[oa]|[ií]ssim[oa]|ísim[oa]|bile|vel|ari[oa]|ário|ária|óri[oa]|ori[oa]|oire|[fnrt][ai]le?|il|ivel|ível|ais|ois|ur)$/iu;
/** What codes are like, and endings cannot tell. */
const ADJECTIVE =
  /^(?:easy|tricky|messy|silly|dirty|sticky|funny|crazy|lousy|crappy|handy|dodgy|iffy|lengthy|sloppy|shaky|faulty|buggy|fishy|sketchy|flaky|cheesy|corny|nasty|lazy|happy|busy|ready|risky|wacky|catchy|clunky|fiddly|picky|great|fine|perfect|ideal|random|weird|odd|strange|dumb|stupid|clever|smart|cool|nice|cute|lame|tough|hard|simple|complex|unique|similar|identical|same|valid|invalid|correct|current|final|fake|real|true|standard|generic|numeric|dead|alive|free|rude|harsh|vague|clear|crucial|vital|essential|obsolete|ancient|modern|fresh|lost|set|shared|known|shown|kept|held|sent|told|down|online|offline|upstairs|downstairs|everywhere|somewhere|elsewhere|hers|his|theirs|ours|yours|tomorrow|today|missing|strict|casual|formal|rural|local|garbage|rubbish|trash|junk|nonsense|crap|shit|overkill|history|fun|hell|genius|law|news|private|absurd|bizarre|awkward|longer|shorter|harder|easier|better|worse|safer|newer|older|pure|plain|legit|broke|useless|binary|digital|hexadecimal|kwijt|anders|kapot|gelijk|bezig|klaar|oké|stom|gek|raar|saai|simpel|makkelijk|lastig|privé|hetzelfde|nieuw|oud|mist|schrott|quatsch|müll|pflicht|standard|unsinn|blödsinn|geschichte|vergangenheit|geheimsache|privatsache|fällig|doof|blöd|dumm|komisch|super|toll|klasse|prima|okay|weg|futsch|hin|kaputt|leicht|schwer|anders|dran|da|dort|hier|öffentlich|privat|ungültig|gültig|simpel|nouveau|nouvelle|ancien|ancienne|nul|nulle|idiot|bizarre|drôle|public|publique|privé|bête|moche|super|chiant|ridicule|périmé|invalide|valide|bon|bonne|mauvais|mauvaise|changeant|nuevo|nueva|viejo|vieja|raro|rara|tonto|tonta|temporal|provisional|público|pública|correcto|correcta|incorrecto|incorrecta|privado|distinto|distinta|diferente|complejo|compleja|inútil|único|única|fijo|fija|semplice|nuovo|nuova|vecchio|vecchia|strano|strana|pubblico|pubblica|giusto|giusta|diverso|diversa|stupido|stupida|unico|unica|fisso|fissa|complesso|complessa|breve|novo|nova|velho|velha|estranho|estranha|certo|certa|correto|correta|diferente|complexo|complexa|fixo|fixa|antigo|antiga|ridículo|ridícula|parvo|parva)$/iu;

/** Everyday things whose names end like adjectives: butterfly, cat, shoe, elephant, diamond, snake, pirate, flower. */
const THING =
  /^(?:mariposa|rosa|baldosa|raposa|gato|pato|[zs]apato|plato|prato|rata|patata|batata|pirata|corbata|gravata|helado|gelato|soldado|soldato|tejado|elefante|diamante|guante|guisante|restaurante|serpiente|serpente|puente|fuente|dente|diente|éléphant|diamant|serpent|dent|vent|argent|aimant|musique|brique|boutique|fleur|cœur|coeur|tour|palais|hôtel|hotel|pastel|papel|clavel|miel|limite|pepita|visita)s?$/iu;
const MASCULINE = /^(?:c[oó]digos?|codic[ei])$/iu;
const FEMININE = /^(?:clave|combinaci[oó]n|combinazione|combina[cç][aã]o)$/iu;

/**
 * Whether a word names a thing, and so may be the code that `name` names. `lead` is what stands before the word: its "is" or "est" shows the language.
 */
export function isPlainNoun(word: string, { name, lead }: { name: string; lead: string }): boolean {
  if (word.length < 4 || isFunctionWord(word) || FILLER.test(word)) return false;
  if (DESCRIPTION.test(word) || ADJECTIVE.test(word)) return false;
  if (/\slautet\s/iu.test(lead)) return true;
  // German nouns begin with a capital letter.
  if (/\sist\s/iu.test(lead)) return /^\p{Lu}/u.test(word) || !GERMAN.test(word);
  // "El código es mariposa": what describes a code ends with "o", and what describes "la clave" does not.
  if (MASCULINE.test(name) && /(?<!ist)a$/iu.test(word)) return true;
  if (THING.test(word) || (FEMININE.test(name) && /o$/iu.test(word))) return true;
  if (/(?<!\p{L})(?:est|était|es|era|será|è|é|sarà)\s/iu.test(lead)) return !ROMANCE.test(word);
  return !ENGLISH_OR_DUTCH.test(word);
}
