import type { StandingWords } from './rule-words.js';

export const italian: StandingWords = {
  typed: {
    non: 'nn',
    'per favore': 'x_favore xfavore',
    "d'ora in avanti": 'da_ora_in_avanti',
    "d'ora in poi": 'dora_in_poi da_adesso_in_poi',
    sempre: 'sempr',
  },
  openers: "e ma per_favore d'ora_in_poi d'ora_in_avanti puoi potresti ok allora quindi ti_prego",
  lists: {
    please: 'per_favore grazie',
    end: [
      "(?= *(?:$|[,;:)]|(?:e|ma|per favore|grazie|quando|con me|sempre|a me|d'ora|per me|non (?:in|con|usare))(?!\\w)))",
    ],
    act: '(?:rispond|us|scriv|d|parl|includ|spieg|metti|aggiung|mostr|cit|controll|verific|cominci|inizi|finisc|ricord|arrotond|traduc)(?:i|a|e|mi|imi|ami)? dammi dimmi fammi',
    say: '(?:scrivi|rispondi|parla|spiega)(?:mi|_con_me)?',
    style:
      '(?:in)?formal[ei] semplic[ei] brev[ei] chiar[oaei] concis[oaei] dirett[oaei] amichevole gentile onest[oa] sintetic[oa] cort[oaei] sincer[oa]',
    not: 'usare darmi propormi suggerirmi consigliarmi chiamarmi scrivermi mandarmi inviarmi rispondermi mostrarmi menzionare parlarmi dirmi mettere aggiungere ripetere scusarti farmi spiegarmi darmi_del',
    language: 'inglese francese tedesco spagnolo italiano portoghese olandese russo cinese dialetto',
    filler:
      'emoji emoticon faccine tecnicismi anglicismi risposte_lunghe elenchi giri_di_parole introduzioni parole_inglesi scuse tabelle',
    answer: 'codice esempi risposte e-?mail mail messaggi testi ricette misure',
    only: 'solo soltanto unicamente esclusivamente',
    others: [
      "(?![, ]+(?:c'e|ci sono|e|la|il|i|le|lo|piove|abbiamo|siamo|mi[oa]|lui|lei|lavoro|vado|ho|sono|non ci)(?!\\w))",
    ],
    telephone: [
      '(?! (?:quando|domani|dopo|se|appena|alle|stasera|al|oggi|piu|per favore|adesso|ora|lunedi|prima|in|sul)(?!\\w))',
    ],
  },
  requests: [
    'non (?!dirmi|lasciar|aspettar|guardar|toccar|abbandonar|svegliar|cercar)\\w+(?:ar|er|ir|or)mi(?! (?:oggi|stasera|domani|adesso|ora|quando|se|che)(?!\\w))',
    '(?:sempre|mai|<only>) (?:[\\w-]+ ){1,5}<please>(?= *$)|sempre in (?:chilometri|euro|celsius|metri)',
    '(?:risposte|messaggi|spiegazioni|testi) (?:piu |molto )?<style><end>|(?:piu|meno) (?:breve|corto|formale|semplice|diretto|testo|dettagli)<end>',
    '(?:ricorda|ricordati|tieni presente) che (?:io )?(?:non|sono|preferisco|uso|vivo)',
    'spiegami (?:tutto|le cose|sempre) (?:passo|come se|in modo)',
    '(?:possiamo|puoi) dar(?:ci|mi) del tu',
    'chiamami<telephone>|(?:dammi|diamoci) del (?:tu|lei)',
    '<act> sempre(?! (?:di|fretta))|sempre (?:in|con) <language>',
    '<act> (?:mai|<only>)(?= (?:in|con|ricette|libri|posti|ristoranti|esempi|risposte))',
    'non <not>|mai (?:usare|suggerirmi|propormi|consigliarmi)',
    '<say>(?: le (?:mie )?(?:e-?mail|mail))? (?:<only> )?(?:in (?:modo|maniera|tono) (?:\\w+ )?<style>|in (?:<language>|breve|una frase)|brevemente|formalmente|senza <filler>|come se)<end>',
    'sii (?:piu |molto |sempre )?<style><end>',
    '(?:usa|utilizza) [^.!?,;]{1,40} (?:per|in|nel|nei|negli|nelle) (?:il |gli |le |le tue |le mie |i miei )?<answer>',
    '(?:usa|utilizza) (?:il |le |i )?(?:sistema metrico|unita metriche|celsius|gradi celsius|chilometri|euro|formato 24)',
    '(?:consiglia|suggerisci|proponi|mostra|da)m?mi <only>|<only> (?:ricette|risposte|ristoranti|libri|film|posti) \\w+',
    '(?:tieni|mantieni|fai) le (?:mie |tue )?(?:e-?mail|mail|risposte) <style>|(?:falla|falle|tienila|fai) (?:breve|corta|corte|brevi)<end>',
    '(?:niente|evita|basta|basta con|senza|meno) (?:le |gli |i |con le |con gli )?<filler><end>',
    '(?:niente|senza|meno|piu) (?:\\w+ ){1,3}(?:nelle|nei|in) (?:mie |tue )?<answer>',
    '<act> (?:\\w+ ){1,6}sempre(?= *$)',
    '(?:smetti|smettila) di (?:\\w+mi|scusarti|ripetere|usare|dire|mettere)',
  ],
  anywhere: [
    "(?:d'ora in poi|da ora in poi|d'ora in avanti)<others>",
    '(?:quando|ogni volta che) (?:mi (?:consigli|suggerisci|rispondi|proponi|scrivi|dai|spieghi)|ti (?:chiedo|mando|scrivo|invio))',
    '(?:voglio|vorrei|preferisco|non voglio) (?:solo |delle |le )?(?:risposte|spiegazioni|messaggi|testi) \\w+',
    '(?:voglio|vorrei) che (?:tu )?(?:mi|usi|risponda|scriva|parli)',
    'le tue (?:risposte|spiegazioni|mail) sono (?:troppo|cosi)',
  ],
  preferences: [
    '(?:preferisco|preferirei|non voglio (?:piu )?<filler>|non mi piac\\w+|mi piac\\w+|non mangio|non bevo|odio|detesto|non sopporto|adoro)',
    'il mio [^.!?]{1,20} preferit[oa]|la mia [^.!?]{1,20} preferit[oa]',
  ],
};
