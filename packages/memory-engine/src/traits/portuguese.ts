import type { StandingWords } from './rule-words.js';

export const portuguese: StandingWords = {
  typed: {
    voce: 'vc',
    'por favor': 'pf pfv pfvr',
    sempre: 'smp',
    'daqui em diante': 'daqui_pra_frente daqui_para_a_frente daqui_para_frente',
  },
  openers: 'e mas por_favor a_partir_de_agora de_agora_em_diante daqui_em_diante podes pode ok entao olha',
  lists: {
    please: 'por_favor obrigad[oa]',
    end: ['(?= *(?:$|[,;:)]|(?:e|mas|por favor|obrigad[oa]|quando|comigo|sempre|para mim|a partir|daqui|nao)(?!\\w)))'],
    act: '(?:responde|responda|use|usa|escreve|escreva|inclui|inclua|coloca|coloque|poe|ponha|da|de|diz|diga|mostra|mostre|cita|cite|explica|explique|fala|fale|comeca|comece|lembra|lembre|manda|mande)(?:-me)?',
    say: '(?:responde|responda|escreve|escreva|explica|explique|fala|fale)(?:-me|_comigo)?',
    not: 'uses? des de(?=_\\w+_(?:longas|grandes)) recomendes? recomende sugiras? sugira mandes? chames? chame escrevas? escreva trates? proponhas? fales? fale incluas? menciones? mostres? expliques? ponhas repitas? coloque perguntes? comeces? termines? elogies? traduzas? corrijas? resumas? resuma inventes? invente',
    // After "nao uses": one thing, or one time.
    told: [
      '(?! *$| (?:que|hoje|amanha|agora|quando|antes|depois|tao)(?!\\w)| (?:o|a|os|as|meus?|minhas?|teus?|tuas?|seus?|suas?|ess[ea]|est[ea]|isso|um|uma) (?!<filler>))',
    ],
    style:
      '(?:in)?formal formais simples breves? clar[oa]s? concis[oa]s? diret[oa]s? sincer[oa] honest[oa] curt[oa]s? educad[oa] objetiv[oa]',
    language: 'ingles frances alemao espanhol italiano portugues holandes chines japones russo',
    filler:
      'emojis jargao respostas_longas estrangeirismos listas introducoes girias desculpas tabelas exclamacoes enrolacao',
    answer: 'codigo exemplos respostas e-?mails mensagens textos receitas medidas',
    only: 'so apenas somente',
    others: [
      '(?![, ]+(?:ha|e|o|a|os|as|esta|chove|temos|vamos|vou|ele|ela|meu|minha|tem|vai|trabalho|tenho|sou|eu|moro)(?!\\w))',
    ],
    telephone: ['(?! (?:quando|amanha|depois|se|logo|mais|hoje|as|a|ao|antes|ja|agora|na|no)(?!\\w))'],
  },
  requests: [
    '(?:sempre|nunca|<only>) (?:[\\w-]+ ){1,5}<please>(?= *$)|sempre em (?:<language>|quilometros|euros|metros|reais|celsius)',
    '(?:respostas|mensagens|explicacoes|textos) (?:mais |muito )?<style><end>|(?:mais|menos) (?:breve|curto|formal|simples|direto|texto|detalhes)<end>',
    '(?:lembra(?:-te)?|lembre-se|tem em conta) (?:de )?que (?:eu )?(?:nao|sou|prefiro|uso|moro)',
    'expli[cq]u?[ae](?:-me)? (?:tudo|as coisas|sempre) (?:passo a passo|como se|de forma)',
    'chama-me<telephone>|chame-me<telephone>|me cham[ae] (?:de|so|apenas)|(?:me )?trat[ae]r?(?:-me)? por (?:tu|voce|senhora?)',
    '<act> sempre|sempre (?:me )?(?:responda|responde|use|usa|escreva|inclua|de|diga|mostre|coloque)',
    '<say> (?:tudo )?(?:<only> |sempre )?(?:em (?:<language>|uma frase|frases curtas|minusculas|maiusculas)|de (?:forma|modo|maneira) (?:\\w+ )?<style>|brevemente|formalmente|sem <filler>|como se)<end>',
    '(?:nunca|nao)(?: me| mais)? <not><told>',
    '(?:sem|nada de|menos|mais) (?:\\w+ ){1,3}(?:nas|nos|em) (?:minhas |tuas |suas )?<answer>',
    '<act> (?:\\w+ ){1,6}sempre(?= *$)',
    '(?:recomenda|sugere|mostra|indica)-me <only>|me (?:recomende|sugira|mostre|indique|recomenda|indica) <only>|<only> (?:me )?(?:recomend|sug[ei]r|indi[qc])\\w+',
    '(?:se|seja) (?:mais |muito |sempre )?<style><end>',
    '(?:usa|use|utiliza|utilize) [^.!?,;]{1,40} (?:para|em|no|nos|nas) (?:o |os |as |as tuas |os meus )?<answer>',
    '(?:usa|use|utiliza|utilize) (?:o |as |os )?(?:sistema metrico|unidades metricas|celsius|graus celsius|quilometros|euros|formato 24)',
    '(?:mantem|mantenha) (?:os meus|meus|as minhas|minhas|as tuas|suas) [\\w-]+ <style>|(?:faz|faca) (?:mais )?(?:curto|simples|breve)<end>',
    '(?:evita|evite|nada de|sem|chega de|menos) (?:os |as )?<filler><end>',
    '(?:para|pare|deixa|deixe) de (?:me )?(?:chamar|pedir|usar|repetir|mandar|recomendar|dizer|sugerir)(?:-me)?',
  ],
  anywhere: [
    '(?:a partir de agora|de agora em diante|daqui em diante)<others>',
    '(?:quando|sempre que|toda vez que) (?:(?:me )?(?:recomendares|recomendar|sugerires|sugerir|responderes|responder|deres|escreveres)|(?:eu )?te? ?(?:pedir|perguntar|mandar|enviar))',
    '(?:quero|preciso de|prefiro|nao quero) (?:so |apenas )?(?:respostas|explicacoes|mensagens|textos) \\w+',
    'quero que (?:voce |tu )?(?:me|uses?|respondas?|escrevas?|fales?)',
    '(?:as tuas|as suas|tuas|suas) (?:respostas|mensagens|explicacoes) (?:sao|estao) (?:muito|demasiado)',
  ],
  preferences: [
    '(?:prefiro|preferia|preferiria|nao quero (?:mais )?<filler>|odeio|nao gosto|gosto (?:de|muito)|nao como|nao bebo|detesto|adoro|nao suporto)',
    '(?:meu|minha) [^.!?]{1,20} (?:favorit|preferid)[oa]',
  ],
};
