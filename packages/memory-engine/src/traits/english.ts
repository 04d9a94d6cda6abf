import type { StandingWords } from './rule-words.js';

export const english: StandingWords = {
  typed: {
    please: 'pls plss plz',
    "don't": 'dont dnt do_not',
    "can't": 'cant',
    always: "alwasy allways alwyas alway remember_to_always try_to_always be_sure_to_always don't_forget_to_always",
    never: 'nevr never_ever remember_to_never',
    you: 'u',
    your: 'ur',
    "i'm": 'im',
    "i'd rather": 'id_rather',
    "i'd prefer": 'id_prefer',
    "i'd like": 'id_like',
    'with me': 'w_me',
    with: 'w/',
    without: 'w/o',
    because: 'bc',
    every: 'evry',
    message: 'msg',
    messages: 'msgs',
    'going forward': 'going_fwd',
    'every time': 'everytime',
  },
  openers:
    'please and but so also ok okay hey btw just simply you_can you_could you_should you_to can_you could_you would_you will_you sure_to from_now_on going_forward from_here_on in_future',
  lists: {
    always: 'always never only',
    // What may follow a complete request.
    end: [
      '(?= *(?:$|[,;:)]|(?:please|and|but|thanks|thx|thank you|tho|ok|tbh|always|only|ever|at all|any ?more|to me|with me|when|whenever|unless|if|or|because|cause|bc|since|from now|even|for me|all the time|at all times|every time|instead|in (?:your|my)|not|no)(?!\\w)))',
    ],
    // Never to the speaker alone: "make me …", "give up".
    act: 'use show write add include keep answer reply respond tell call suggest recommend mention propose ask format explain send list start begin end put cite provide offer remind check assume speak talk address translate convert round skip leave avoid say quote refer return state express highlight warn describe compare double-check do apologi[sz]e sugar-?coat repeat summari[sz]e lecture bring_up treat praise flatter double_check spell number sign greet consider prioriti[sz]e follow compare confirm verify attach link label sort group order break comment test pick prefer reference present count name wrap_up give(?!_up) let_me_know make(?!_(?:us|me|you))',
    reply:
      'repl(?:y|ies) answers? responses? messages? explanations? recipes? summar(?:y|ies) lists? plans? suggestions? scripts? snippets?',
    acting:
      'apologi[sz]ing repeating suggesting recommending explaining summari[sz]ing mentioning answering replying responding writing talking listing giving showing drafting calling translating asking sending lecturing flattering ending starting saying using adding sugar-?coating assuming (?:calling|asking|telling|giving|sending|lecturing|showing|treating)_me',
    answer:
      'answers? examples? code scripts? repl(?:y|ies) responses? e-?mails? messages? snippets? texts? drafts? dates times measurements prices distances temperatures lists? plans? explanations? summar(?:y|ies) recipes? spelling sentences suggestions? questions? feedback tone language wording',
    style:
      '(?:in)?formal short(?:er)? brief(?:er)? concise simpler? casual friendly polite professional plain direct blunt critical specific to_the_point lowercase kid-friendly crisp succinct sweet (?:under|below|max)_\\d+_\\w+',
    fact: 'answers? code facts? results? solution gist essentials',
    manner: 'briefly concisely formally informally casually politely succinctly',
    filler:
      "emojis? emoji's emoticons? smileys? slang jargon bullet_points? tables markdown abbreviations acronyms exclamation_marks filler\\w* fluff sarcasm flattery compliments lectures? moralizing jokes metaphors analogies repetition swearing hashtags links citations warnings politics small_talk technical_terms headings puns disclaimers apologies follow-?up_questions intros? introductions? preambles? pleasantries long_(?:answers|replies|texts|intros?|explanations|sentences|paragraphs|lists)",
    language:
      'english german french spanish italian portuguese dutch polish russian chinese japanese arabic turkish catalan swedish danish greek korean ukrainian',
    // After "only suggest": one thing now.
    one: ['(?! (?:the(?! (?:code|answer|result|facts|solution|gist|short))|that|this|these|my|what|one|an?)(?!\\w))'],
    // After "don't give me": something that was said or done.
    told: ['(?! (?:the|that|this|these|it|her|him|them|my|his|to|you|what|he|she|an?)(?!\\w))'],
    // After "from now on": a statement.
    others: [
      '(?![, ]+(?:it|he|she|they|there|we|our|his|her|the|just the|my (?!name|answers?|code|e-?mails?|texts?|replies|messages|drafts?)\\w+)(?!\\w))',
    ],
    // After "call me": a telephone.
    telephone: [
      '(?! (?:when|if|on|at|in|to|later|back|tomorrow|tonight|today|maybe|asap|as soon|once|after|before|any\\w*|again|now|and|over|crazy|please|every\\w*|about|from|for|this|next|mon\\w*|tues\\w*|wednes\\w*|thurs\\w*|fri\\w*|satur\\w*|sun\\w*)(?!\\w))',
    ],
  },
  requests: [
    '(?:answer|reply|respond|write) (?:only )?(?:with|in|using) (?:\\w+ )?(?:bullet points?|lists?|tables|examples|<filler>)<end>',
    'be (?:a bit |a little |much |way )?(?:more|less|not so) [\\w-]+<end>',
    "(?:i'd|i would) (?:love|like) (?:it if you|if you)|it (?:would|'d) be (?:great|nice|good|helpful) if you (?:could |would )?(?:always|never|stop|only)",
    '(?:only |just )?(?:<style>|brief) (?:answers|replies|responses|explanations|texts|messages)<end>',
    '(?:less|more) (?:text|detail|details|words|emojis|fluff|jargon|explaining|talking)<end>|talk less<end>',
    'only (?:\\w+ )?(?:spelling|units|sources|<language>)<end>',
    '<always> (?:[\\w-]+ ){1,5}please(?= *$)',
    "remember (?:that )?i (?:don't|can't|never|am|only|prefer|eat|use|live)|remember (?:that )?i'm",
    // keep it short, make my emails more formal; "make it shorter" is about one answer
    '(?:keep|make(?! it )) (?:(?:my|your|all|the|any) )?(?:\\w+ )?(?:it|things|everything|them|<answer>) (?:\\w+ ){0,2}<style><end>',
    // only recommend vegan places
    '(?:recommend|suggest|propose|(?:show|give|tell|send) me|answer|reply|respond|quote|list) (?:only|just|nothing but)',
    'only (?:recommend|suggest|propose|(?:show|give|tell|send) me|answer|reply|respond|quote|list|speak|write|talk)<one>',
    'just (?:answer|reply|respond)<one>',
    '(?:just )?give me (?:the|just the|only the) (?:<fact>|short \\w+)',
    '(?:just|only) (?:the )?<fact><end>|the <fact><end>',
    // no nuts in my recipes, add a summary to every answer
    '(?:no|less|more) (?:\\w+ ){1,3}in (?:(?:my|your|the|any|all) )*<answer><end>',
    '<act> (?:[\\w-]+ ){1,6}(?:(?:every|each)(?: single)?|all (?:of )?your) <reply>',
    "(?:don't )?<act> (?:every|each|all your|any)(?: single)? <reply>",
    // put dates in iso format always
    '<act> (?:[\\w-]+ ){1,6}(?:always|every time|each time|at all times|all the time)(?= *$)',
    'when <acting> (?![^.!?]* (?:i|we|he|she|they) )[^.!?]{3,}',
    'stick (?:to|with) (?:[\\w-]+ ){0,2}(?:units?|english|spelling|answers?|language|celsius|fahrenheit|metric|imperial|options|recipes|sources|facts|format|tone|examples|code|words|sentences|bullet points?)',
    // use typescript for code examples
    'use (?!of |to )[^.!?,;]{1,40} (?:for|in|with) (?:(?:your|my|the|all|any|every|code) )*<answer><end>',
    'use (?:the )?(?:metric|imperial|celsius|fahrenheit|kilomet(?:er|re)s|miles|kilos|euros|dollars|(?:british|american|uk|us) (?:english|spelling)|(?:24|12)[ -]?h\\w*|they/them|she/her|he/him|bullet points?|(?:short|simple|plain|formal|informal) (?:words|language|sentences|english))',
    // don't give me long answers, no need to explain
    "(?:don't|no need to|you don't need to|you don't have to) (?:(?:give|send|show|tell|ask|call|lecture|flatter|treat|write|patroni[sz]e|greet) me|(?:say sorry|suggest|recommend|propose|mention|explain|apologi[sz]e|sugar-?coat|repeat yourself|summari[sz]e|translate|shorten|paraphrase|lecture|assume|bring up|guess|hallucinate|invent|make (?:stuff|things|facts|anything) up|be (?:so|too) <style>|have to be (?:so|too) <style>)(?! (?:it|her|him|them) to ))<told>",
    '(?:stop|quit|avoid|no more|enough|enough with the) <acting>',
    "(?:don't|avoid|skip|drop|spare me|stop|quit|without|no more|no|cut|less|cut out|leave out|lose) (?:(?:use|using|add|adding|write|with|any|the|all|your|so many|too many|those|all the|any of the) )*(?:\\w+ )?<filler><end>",
    // answer in german
    '(?:answer|reply|respond|write|speak|talk|explain)(?: (?:to me|with me|me|it|things|everything))? (?:only |back )?(?:in (?:\\w+ )?(?:<language>|lowercase|sentences|words|bullet points?|one (?:line|sentence))|without \\w+|<manner>)<end>',
    '(?:speak|talk) to me (?:like|as|in|more|less|without)',
    '(?:speak|talk) <language> (?:with|to) me',
    'be (?:\\w+ly )?honest (?:with me|to me|when you|in (?:your|my))',
    'be (?:a bit |a little |\\w+ly |to )?(?:(?:more|less|very|really) )?<style>(?: *$|(?= with me| to me| in (?:your|my)| when you|[,;]| please))',
    'give me (?:only |just )?(?:short|shorter|brief|long|longer|detailed|concise|simple|direct|honest|step-by-step) <answer>',
    '(?:show|list|give|write|format|put)(?: me)? (?:all )?(?:prices|temperatures|times|distances|dates|measurements|weights|numbers|amounts) (?:in|as|with)',
    '(?:answer|reply|respond|explain|write|talk|speak)(?: to me| it| things| everything)? (?:like|as if|as though) (?:you|i|an?)',
    'treat me (?:like|as)',
    'explain (?:it|things|everything|code)(?: to me)? (?:like|as if|simply|step by step|in (?:simple|plain))',
    "assume (?:that )?i(?:'m| am| know| have| use)",
    '(?:do )?call me<telephone>',
  ],
  anywhere: [
    'in (?:every|each|all) (?:chat|conversation|session)s?',
    '(?:from (?:now|here|this point) on(?:wards?)?|going forward|henceforth|for future reference|(?:keep|bear) in mind that i)<others>',
    '(?:always|never|ever) <act>',
    "(?:next time|in (?:the )?future),? (?:please )?(?:always |never |don't )?<act>",
    "please,? (?:always|never|avoid|no (?!more|thanks|worries|problem)\\w+|keep(?! me| the)|stop(?! by)|only|no more|don't ever|(?:don't )?(?:use|add|include|call me|suggest|recommend|mention|shorten|be)|don't (?:give|show|propose|advise|ask|tell|write|send|make|say))",
    '(?:in|for|with|to) (?:all|every|each|any) (?:one )?(?:of )?(?:your|my) (?:\\w+ )?<answer>',
    'when(?:ever)? you (?:talk to me|speak to me|address me|refer to|mention|summari[sz]e|translate|format|plan|create|generate|show|give|write|answer|reply|respond|suggest|recommend|explain|draft|list|quote|propose|code|describe)',
    '(?:when(?:ever)?|(?:every|each|any) time) i (?:ask(?! (?:him|her|them|my))|mention|say|request|paste|(?:send|share|post) (?:you|code|text|something|links?|drafts?|photos|pictures|(?:an?|my) (?:draft|link|text|photo|picture|message|file|screenshot|recipe|question|code|essay|document)))',
    'how you (?:answer|talk to|address|write to) me|refer to me (?:as|by)|address me (?:as|by|with)',
    "don't (?:you )?(?:ever|even) \\w+",
    'my pronouns are|use my pronouns',
    "i(?: want| need|'d like| would like| expect| only want) (?:only |your |more |less |really |very )*<style> <answer>",
    'no [^.!?,;:]{1,30} ever',
    // "I want you to write a poem" orders something now.
    "(?:i (?:want|need|expect|would like)|i ?'?d like) you to (?:always|never|stop|be|challenge|treat|call|avoid|act|sound|keep|speak|talk|answer|reply|respond|ask|push|correct|remind|assume|focus|think|stick|use|only|not|question|encourage)(?! (?:here|there|this|these|the)(?!\\w))(?!\\w)",
    'make sure (?:you|to) always',
    'your (?:\\w+ )?(?:answers|replies|responses|texts|messages|explanations|emails) (?:are|should|must|need to|have to|can) (?:be )?(?:\\w+ )?(?:too|so|more|less|<style>)',
    '(?:give|use|write|show|state|list|express|keep|cite|put) [^.!?,;]{2,60}, (?:never|not|no) \\w+',
  ],
  preferences: [
    "i(?:'d| would|'ve)? (?:(?:much|really|strongly|generally|usually|always|still|also) )?(?:prefer|rather)",
    "i (?:(?:really|absolutely|just|honestly) )?(?:(?:hate|dislike|love|like|avoid|refuse|adore|enjoy|can't stand|cannot stand|can't bear|don't like|don't want|only (?:use|want|wear|fly|read|buy)) \\S+|(?:don't|never|only) (?:eat|drink))",
    'i want (?:the|my|all|everything|things|only)',
    'i find [^.!?]{1,40} (?:unreadable|annoying|confusing|ugly|tiring|boring|easier|better|too)',
    'my (?:\\w+ )?(?:favou?rites?|preferred|preferences?)',
    "i(?:'m| am) (?:not )?(?:a (?:big |huge )?fan|allergic|fond|vegan|vegetarian|old fashioned)",
    'is a matter of pride|users? (?:prefers?|likes?|dislikes?|hates?|wants)',
  ],
};
