import { toTopic, type Topic } from './topics.js';

// Examples of what people tell of themselves, as those of `examples.ts`: sizes, illnesses, medicines, providers. In English, German, French and
// Spanish, without accents.

const MEDICINES =
  'paracetamol ibuprofen ibuprofene ibuprofeno aspirin aspirine aspirina naproxen diclofenac codeine tramadol metamizol novalgin doliprane nolotil penicillin penicilline penicilina amoxicillin amoxicilline amoxicilina doxycycline azithromycin ' +
  'ciprofloxacin metformin metformine metformina insulin insuline insulina ozempic semaglutide ramipril lisinopril enalapril perindopril amlodipine amlodipin amlodipino bisoprolol metoprolol propranolol atenolol losartan candesartan valsartan ' +
  'furosemide statins atorvastatin atorvastatina simvastatin simvastatina rosuvastatin omeprazole omeprazol pantoprazole pantoprazol lansoprazole levothyroxine levothyrox l-thyroxin thyroxine euthyrox eutirox sertraline sertralin sertralina ' +
  'citalopram escitalopram fluoxetine fluoxetin fluoxetina paroxetine venlafaxine venlafaxin mirtazapine duloxetine amitriptyline quetiapine lithium methylphenidate ritalin concerta medikinet lorazepam diazepam alprazolam melatonin salbutamol ' +
  'ventolin ventoline symbicort prednisolone prednisolon cortisone cortison cortisona warfarin apixaban eliquis xarelto marcumar sintrom clopidogrel gabapentin pregabalin methotrexate methotrexat cetirizine cetirizin loratadine antihistamine ' +
  'antihistaminikum statine statines estatinas iron eisen magnesium vitamin vitamins vitamine vitaminas inhaler spray drops tropfen gouttes gotas mg';
const ILLNESSES =
  'diabetes diabetic diabete diabetique diabetico diabetica asthma asthmatic asthme asma asmatico epilepsy epileptic epilepsie epilepsia epileptisch migraine migraines migrane migranas arthritis arthrose arthrite artritis artrosis rheuma ' +
  'rheumatism crohn colitis coeliac celiac zoliakie coeliaque celiaco hypertension bluthochdruck hipertension thyroid schilddruse thyroide tiroides hypothyroid hashimoto depression depressive depressionen depresion anxiety adhd adhs tdah autism ' +
  'autistic autismus autisme autismo anaemia anaemic blutarmut anemie anemia eczema neurodermitis eczema psoriasis apnoea apnoe apnee apnea sclerosis sklerose parkinson dementia demenz alzheimer cancer krebs cancer tinnitus acouphenes endometriosis ' +
  'bandscheibenvorfall hernia hernie slipped fibromyalgia gout gicht goutte gota reflux scoliosis skoliose scoliose escoliosis';

/** Kinds of things of the daily life of a person and the words by which statements give an example of them. */
export const PROFILE_EXAMPLES: readonly Topic[] = [
  toTopic(
    'medicines?|medications?|meds|pills?|tablets?|antibiotics?|painkillers?|medikamente?n?|tabletten|antibiotik\\p{L}+|schmerzmittel|medicaments?|comprimes?|antibiotiques?|antidouleurs?|medicinas?|medicamentos?|pastillas?|antibioticos?|analgesicos?',
    MEDICINES,
  ),
  toTopic(
    'illness(?:es)?|diseases?|conditions?|diagnos\\p{L}+|krank\\p{L}*|erkrankung(?:en)?|maladies?|malade|enfermedad(?:es)?|enferm[oa]',
    ILLNESSES,
  ),
  toTopic(
    'blood(?: type| group)?|blutgruppe|groupe sanguin|grupo sanguineo',
    'positive negative positiv negativ positif negatif positivo negativo rhesus rh donor spender donneur donante',
  ),
  toTopic(
    'shoes?|size|schuhgrosse|schuhe|grosse|pointure|chaussures?|zapatos?|talla|pie(?= (?:uso|tengo|gasto|calzo))',
    'shoe shoes trainers boots sneakers schuhe stiefel turnschuhe schuhgrosse chausse chaussures pointure baskets calzo zapatos zapatillas talla',
  ),
  toTopic(
    'tall|height|gross|korpergrosse|mesure|estatura|altura|mido',
    'ft foot feet inches cm centimetres centimeters metre metres meter zentimeter metro metros centimetros',
  ),
  toTopic('weigh|weight|wiege|gewicht|pese|poids|peso', 'kilo kilos kg stone lbs pfund kilogramm kilogrammes'),
  toTopic(
    'alive|dead|die[sd]?|death|gestorben|tot|am leben|lebt noch|starb|mort[es]?|vivant[es]?|en vie|decedee?|muert[oa]s?|murio|fallecio|sigue viv[oa]',
    'died passed dead death late lost buried starb gestorben verstorben tot verloren mort morte decede decedee perdu murio fallecio fallecido fallecida muerto perdi',
  ),
  toTopic(
    'baby|due date|pregnant|geburtstermin|nachwuchs|schwanger|enceinte|bebe|naitra|accouche\\p{L}*|embarazada|nacera?|nacimiento',
    'expecting pregnant due twins erwarten erwartet schwanger geburtstermin entbindung enceinte attend attendons accouche accouchement naitra terme jumeaux embarazada esperamos espera nace nacera gemelos mellizos',
  ),
  toTopic(
    'nationality|passport|staatsangehorigkeit|staatsburgerschaft|nationalite|nacionalidad',
    'citizen citizenship british english scottish irish german austrian swiss french belgian spanish italian portuguese polish american canadian australian indian turkish deutscher deutsche osterreicher osterreicherin schweizer schweizerin turke ' +
      'turkin francais francaise allemand allemande belge suisse espagnol espagnole espanol espanola frances francesa mexicano mexicana argentino argentina colombiano colombiana ciudadano',
  ),
  toTopic(
    'star sign|zodiac|sternzeichen|signe (?:astrologique|du zodiaque)|signo|horoscop\\p{L}*|horoskop',
    'aries taurus gemini leo virgo libra scorpio sagittarius capricorn aquarius pisces widder stier zwilling krebs lowe jungfrau waage skorpion schutze steinbock wassermann fische belier taureau gemeaux lion vierge balance scorpion sagittaire ' +
      'capricorne verseau poissons tauro geminis escorpio sagitario capricornio acuario piscis',
  ),
  toTopic(
    'insur\\p{L}+|\\p{L}*versicher\\p{L}+|krankenkasse|assurances?|assureur|mutuelle|seguros?|aseguradora',
    'axa allianz aviva admiral bupa huk lvm ergo debeka generali aok barmer techniker maif macif maaf matmut groupama harmonie mapfre adeslas sanitas dkv zurich verti',
  ),
  toTopic(
    'electricity|energy|utility|strom\\p{L}*|energie\\p{L}*|gasanbieter|electricite|luz|electricidad|energia',
    'octopus edf eon ovo vattenfall enbw rwe lichtblick naturstrom yello stadtwerke engie totalenergies enercoop iberdrola endesa naturgy repsol holaluz',
  ),
];
