export interface Category {
  readonly name: string;
  readonly description?: string | null;
}

/** Categories to use if neither the request nor the project defines any. */
export const DEFAULT_CATEGORIES: readonly Category[] = [
  { name: 'personal_details', description: 'Who someone is: name, age, birthday, origin, address, language.' },
  { name: 'family', description: 'Partners, children, parents, relatives and pets.' },
  { name: 'professional_details', description: 'Work, career, education and skills.' },
  { name: 'sports', description: 'Sports, training and competitions.' },
  { name: 'travel', description: 'Trips, destinations and means of travel.' },
  { name: 'food', description: 'Food, drink, cooking and diets.' },
  { name: 'music', description: 'Music, instruments, artists and concerts.' },
  { name: 'health', description: 'Physical and mental health, medicine and allergies.' },
  { name: 'technology', description: 'Software, devices and tools.' },
  { name: 'hobbies', description: 'Pastimes and creative interests.' },
  { name: 'fashion', description: 'Clothes, style and beauty.' },
  { name: 'entertainment', description: 'Films, series, books, games and shows.' },
  { name: 'milestones', description: 'Events that mark a life: birth, marriage, graduation, promotion, moving house.' },
  { name: 'user_preferences', description: 'Likes, dislikes and standing wishes.' },
  { name: 'misc', description: 'What fits nowhere else.' },
];

/** Words of each default category, matched by stem. A leading `=` matches that form only. */
export const CATEGORY_WORDS: Readonly<Record<string, string>> = {
  personal_details:
    'name surname nickname age aged birthday born birthplace address phone email live nationality citizen citizenship gender pronouns religion ' +
    'religious hometown native zodiac passport single identity speak bilingual',
  family:
    'family wife husband spouse partner girlfriend boyfriend fiance fiancee son daughter child children kid kids baby toddler mother father mom ' +
    'mum dad mama papa parent sister brother sibling twin grandmother grandfather grandma grandpa grandson granddaughter uncle aunt cousin ' +
    'nephew niece relative stepfather stepmother dog puppy cat kitten pet',
  professional_details:
    'job career profession professional employer employee employed company colleague coworker boss manager office salary engineer developer ' +
    'designer teacher nurse lawyer accountant consultant freelance freelancer intern internship startup client resume interview degree ' +
    'university college bachelor master phd studying major skill certification conference deadline project team hire hired work',
  sports:
    'sport football soccer basketball baseball tennis golf hockey volleyball rugby cricket swim swimming =running =ran runner jog marathon ' +
    'cycling bike cyclist gym workout =training athlete match tournament league coach skiing snowboard surf surfing climbing boxing karate judo ' +
    'martial yoga pilates badminton skating rowing triathlon hike hiking',
  travel:
    'travel traveling travelling trip journey vacation holiday flight fly airport airline hotel hostel airbnb visit visited visa itinerary tour ' +
    'tourist abroad cruise beach backpacking destination luggage suitcase =train =trains roadtrip camping',
  food:
    'food eat ate eating meal breakfast lunch dinner brunch snack cook cooking bake baking recipe restaurant cafe vegan vegetarian pescatarian ' +
    'gluten dairy coffee tea wine beer drink pizza pasta sushi burger salad soup bread cheese chocolate dessert cake fruit vegetable meat ' +
    'chicken fish seafood shellfish peanut nut rice noodle spicy cuisine dish diet',
  music:
    'music song sing singing singer band album concert guitar piano violin drum bass cello flute saxophone playlist jazz rock hiphop rap classical ' +
    'opera orchestra choir melody musician festival vinyl lyrics composer',
  health:
    'health healthy doctor hospital clinic nurse medicine medication pill therapy therapist allergic allergy asthma diabetes diabetic disease ' +
    'illness sick pain headache migraine surgery injury injured diagnosis diagnosed symptom blood vitamin sleep insomnia anxiety depression ' +
    'stress mental pregnant weight vaccine dentist exercise meditation smoking intolerant',
  technology:
    'technology software hardware computer laptop phone smartphone iphone android tablet app application code coding programming python ' +
    'javascript typescript java rust database server cloud api website internet ai robot gadget device linux windows mac macbook editor vim ' +
    'vscode github docker kubernetes debian ubuntu algorithm browser backend frontend',
  hobbies:
    'hobby hobbies pastime paint painting draw drawing sketch pottery knit knitting sewing crochet gardening garden photography photo camera ' +
    'woodworking craft collect collecting collection collector chess puzzle birdwatching fishing origami calligraphy dance dancing baking ' +
    'reading writing journaling astronomy volunteer volunteering',
  fashion:
    'fashion clothes clothing outfit dress shirt skirt jacket coat jeans shoe shoes sneakers boots hat scarf jewelry jewellery necklace ring ' +
    'earrings style stylish wear wearing wardrobe makeup hairstyle haircut tattoo perfume handbag',
  entertainment:
    'movie film cinema series show television tv netflix youtube book novel author reading podcast game gaming videogame console playstation ' +
    'xbox nintendo theater theatre musical comedy comedian anime manga comic actor actress documentary episode streaming',
  milestones:
    'graduate graduated graduation married marriage wedding engaged engagement anniversary divorce divorced promotion promoted retire retired ' +
    'retirement birth newborn adopted adoption moved milestone award prize won achievement founded launched accepted',
  user_preferences:
    'prefer preferred preference favorite favourite like love enjoy hate dislike adore fond wish always never rather loathe avoid',
};
