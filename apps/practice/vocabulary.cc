#include "practice/vocabulary.h"

namespace weft::practice::vocabulary {
namespace {

using View = std::string_view;

constexpr View kFirstNameList[] = {"Ada",    "Boris",   "Chloé",  "Dimitri", "Elena",   "Farid",
                                   "Grace",  "Hiroshi", "Ingrid", "Jorge",   "Katrin",  "Liam",
                                   "Mónica", "Noah",    "Olga",   "Paolo",   "Quentin", "Rosa",
                                   "Sven",   "Tamara",  "Ulrich", "Vera",    "Wei",     "Yasmin"};
constexpr View kLastNameList[] = {
    "Abbott",  "Bauer",  "Castillo", "Dupont",    "Eriksson", "Fischer",  "García",  "Hoffmann",
    "Ivanova", "Jansen", "Kowalski", "Lindqvist", "Moreau",   "Nakamura", "O’Brien", "Petrov",
    "Quinn",   "Rossi",  "Schäfer",  "Tanaka",    "Ueda",     "Vogel",    "Weiß",    "Zhang"};
constexpr View kCityList[] = {"Oxford", "Leeds",  "York",   "Bath",  "Bremen", "Kassel", "Ulm",
                              "Köln",   "Lyon",   "Nantes", "Nîmes", "Dijon",  "Cádiz",  "León",
                              "Málaga", "Bilbao", "Siena",  "Parma", "Trento", "Forlì"};
constexpr View kStreetList[] = {"Station Road",  "Mill Lane",   "High Street", "Church Walk",
                                "Lindenallee",   "Am Markt",    "Schulstraße", "Gartenweg",
                                "Rue du Moulin", "Avenue Foch", "Calle Mayor", "Plaza Nueva",
                                "Via Garibaldi", "Viale Roma",  "Kings Parade"};
constexpr View kBrandList[] = {"Nordlicht",   "Acme",   "Bellavista", "Kite & Co", "Ostara",
                               "Pomme Verte", "Rivoli", "Sundby",     "Tern",      "Umbra",
                               "Vanta",       "Wolff",  "Yarrow",     "Zephyr"};
constexpr View kProductNounList[] = {"Lamp",       "Kettle",  "Desk",     "Chair",   "Backpack",
                                     "Headphones", "Teapot",  "Blanket",  "Speaker", "Mirror",
                                     "Bookcase",   "Toaster", "Keyboard", "Jacket",  "Tripod",
                                     "Clock",      "Grinder", "Sofa",     "Monitor", "Bicycle"};
constexpr View kProductAdjectiveList[] = {"Compact", "Classic", "Foldable", "Wireless", "Oak",
                                          "Slim",    "Grande",  "Mini",     "Nordic",   "Retro",
                                          "Urban",   "Solar",   "Quiet",    "Pro"};
constexpr View kMaterialList[] = {"oak",   "steel",     "cotton", "leather", "bamboo",
                                  "glass", "aluminium", "wool",   "linen"};
constexpr View kProductCategoryList[] = {"Living",  "Kitchen", "Office",
                                         "Outdoor", "Audio",   "Textiles"};
constexpr View kCarMakeList[] = {"Volkswagen|Golf|Passat|Polo|Tiguan",
                                 "BMW|118i|320d|X1|530e",
                                 "Audi|A3|A4 Avant|Q3|A6",
                                 "Ford|Focus|Fiesta|Kuga|Mondeo",
                                 "Renault|Clio|Mégane|Captur|Zoe",
                                 "Peugeot|208|308 SW|3008|508",
                                 "Fiat|500|Panda|Tipo|Punto",
                                 "SEAT|León|Ibiza|Ateca|Arona",
                                 "Toyota|Yaris|Corolla|RAV4|Auris",
                                 "Škoda|Octavia|Fabia|Superb|Kodiaq"};
constexpr View kTrimList[] = {"Comfort", "Sport",         "1.6 TDI", "2.0 TSI",
                              "Style",   "Business Line", "Hybrid",  "Edition 30"};
constexpr View kTopicList[] = {
    "wrapper induction",      "tree alignment",  "web crawling",    "record linkage",
    "coastal erosion",        "urban gardens",   "medieval trade",  "protein folding",
    "language contact",       "solar cells",     "graph databases", "bird migration",
    "information extraction", "soil chemistry",  "opera reviews",   "glacier retreat",
    "schema matching",        "bee populations", "tax history",     "noise pollution"};
constexpr View kTopicVerbList[] = {
    "Rethinking", "A Survey of", "Towards Scalable",  "Notes on", "The Limits of",
    "Measuring",  "Learning",    "On the Origins of", "Against",  "A Decade of"};
constexpr View kShopFeatureList[] = {"Dishwasher safe",  "2 year guarantee",  "Recycled packaging",
                                     "USB-C charging",   "Fits 15\" laptops", "Hand finished",
                                     "Energy class A+",  "Assembly < 10 min", "Wi-Fi & Bluetooth",
                                     "Replaceable parts"};
constexpr View kHomeFeatureList[] = {
    "Garden", "Balcony",        "Garage",       "Underfloor heating", "Fitted kitchen", "Cellar",
    "Lift",   "Open fireplace", "Solar panels", "Double glazing",     "Sea view"};
constexpr View kCarFeatureList[] = {
    "Air conditioning", "Navigation",     "Heated seats", "Parking sensors", "Tow bar",
    "Cruise control",   "LED headlights", "Sunroof",      "Isofix",          "Alloy wheels 17\""};

constexpr View kColours[][8] = {
    {"black", "white", "red", "blue", "green", "grey", "yellow", "silver"},
    {"schwarz", "weiß", "rot", "blau", "grün", "grau", "gelb", "silber"},
    {"noir", "blanc", "rouge", "bleu", "vert", "gris", "jaune", "argent"},
    {"negro", "blanco", "rojo", "azul", "verde", "gris", "amarillo", "plata"},
    {"nero", "bianco", "rosso", "blu", "verde", "grigio", "giallo", "argento"}};
constexpr View kFuels[][4] = {{"Petrol", "Diesel", "Electric", "Hybrid"},
                              {"Benzin", "Diesel", "Elektro", "Hybrid"},
                              {"Essence", "Diesel", "Électrique", "Hybride"},
                              {"Gasolina", "Diésel", "Eléctrico", "Híbrido"},
                              {"Benzina", "Diesel", "Elettrica", "Ibrida"}};
constexpr View kGearboxes[][2] = {{"Manual", "Automatic"},
                                  {"Schaltgetriebe", "Automatik"},
                                  {"Manuelle", "Automatique"},
                                  {"Manual", "Automático"},
                                  {"Manuale", "Automatico"}};
constexpr View kPropertyTypes[][5] = {
    {"Flat", "Terraced house", "Detached house", "Bungalow", "Studio"},
    {"Wohnung", "Reihenhaus", "Einfamilienhaus", "Bungalow", "Apartment"},
    {"Appartement", "Maison mitoyenne", "Maison individuelle", "Pavillon", "Studio"},
    {"Piso", "Casa adosada", "Chalet", "Bungaló", "Estudio"},
    {"Appartamento", "Villetta a schiera", "Casa singola", "Bungalow", "Monolocale"}};
constexpr View kAvailabilities[][4] = {
    {"In stock", "Only 2 left", "Sold out", "Ships in 3 days"},
    {"Auf Lager", "Nur noch 2 Stück", "Ausverkauft", "Lieferbar in 3 Tagen"},
    {"En stock", "Plus que 2 articles", "Épuisé", "Expédié sous 3 jours"},
    {"En existencias", "Solo quedan 2", "Agotado", "Se envía en 3 días"},
    {"Disponibile", "Solo 2 rimasti", "Esaurito", "Spedito in 3 giorni"}};
constexpr View kPositions[][6] = {
    {"Professor", "Associate Professor", "Lecturer", "Research Fellow", "PhD Student",
     "Head of Department"},
    {"Professorin", "Juniorprofessor", "Dozent", "Wissenschaftliche Mitarbeiterin", "Doktorand",
     "Institutsleiter"},
    {"Professeure", "Maître de conférences", "Chargé de cours", "Chercheuse", "Doctorant",
     "Directrice"},
    {"Catedrática", "Profesor titular", "Profesor asociado", "Investigadora", "Doctorando",
     "Director"},
    {"Professoressa", "Professore associato", "Ricercatrice", "Assegnista", "Dottorando",
     "Direttore"}};
constexpr View kMonths[][12] = {
    {"January", "February", "March", "April", "May", "June", "July", "August", "September",
     "October", "November", "December"},
    {"Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober",
     "November", "Dezember"},
    {"janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre",
     "octobre", "novembre", "décembre"},
    {"enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre",
     "octubre", "noviembre", "diciembre"},
    {"gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto", "settembre",
     "ottobre", "novembre", "dicembre"}};
constexpr View kSentences[][6] = {
    {"A {} you will not want to be without.",
     "The {} was designed with care, and it shows in every detail.",
     "Ask us about the {} when you call.", "Nobody who has seen the {} forgets it quickly.",
     "Unlike most others, this one comes with its own {}.",
     "We have tested the {} for several weeks."},
    {"Ein Stück {}, das man nicht missen möchte.",
     "Hier wurde an {} nicht gespart, das merkt man sofort.", "Fragen Sie uns am Telefon nach {}.",
     "Wer {} einmal gesehen hat, vergisst das nicht so schnell.",
     "Anders als die meisten bringt es {} gleich mit.",
     "Wir haben {} mehrere Wochen lang geprüft."},
    {"Une question de {}, tout simplement.", "Chaque détail parle de {} et de soin.",
     "Appelez-nous au sujet de {}.", "On n’oublie pas {} de sitôt.",
     "Contrairement aux autres, il offre {} d’emblée.",
     "Nous avons éprouvé {} pendant des semaines."},
    {"Pura {} para todos los días.", "Cada detalle habla de {} y de buen gusto.",
     "Llámenos para hablar de {}.", "Quien ha visto tanta {} no la olvida.",
     "A diferencia de otros, ofrece {} desde el principio.",
     "Hemos comprobado su {} durante semanas."},
    {"Una vera {} per ogni giorno.", "Ogni dettaglio racconta {} e cura.",
     "Chiamateci per parlare di {}.", "Chi ha visto tanta {} non la dimentica.",
     "A differenza degli altri offre {} fin da subito.",
     "Abbiamo provato la sua {} per settimane."}};
constexpr View kNouns[][6] = {
    {"comfort", "finish", "view", "engine", "method", "quality"},
    {"Komfort", "Verarbeitung", "Aussicht", "Technik", "Methode", "Qualität"},
    {"confort", "finition", "vue", "technique", "méthode", "qualité"},
    {"comodidad", "calidad", "vista", "técnica", "luz", "elegancia"},
    {"comodità", "qualità", "vista", "tecnica", "luce", "eleganza"}};

template <size_t N>
Words choose(const View (&lists)[kLanguageCount][N], Language language) {
  return lists[static_cast<size_t>(language)];
}

}  // namespace

const Words kFirstNames = kFirstNameList;
const Words kLastNames = kLastNameList;
const Words kCities = kCityList;
const Words kStreets = kStreetList;
const Words kBrands = kBrandList;
const Words kProductNouns = kProductNounList;
const Words kProductAdjectives = kProductAdjectiveList;
const Words kMaterials = kMaterialList;
const Words kProductCategories = kProductCategoryList;
const Words kCarMakes = kCarMakeList;
const Words kTrims = kTrimList;
const Words kTopics = kTopicList;
const Words kTopicVerbs = kTopicVerbList;
const Words kShopFeatures = kShopFeatureList;
const Words kHomeFeatures = kHomeFeatureList;
const Words kCarFeatures = kCarFeatureList;

Words colours(Language language) { return choose(kColours, language); }
Words fuels(Language language) { return choose(kFuels, language); }
Words gearboxes(Language language) { return choose(kGearboxes, language); }
Words property_types(Language language) { return choose(kPropertyTypes, language); }
Words availabilities(Language language) { return choose(kAvailabilities, language); }
Words positions(Language language) { return choose(kPositions, language); }
Words months(Language language) { return choose(kMonths, language); }
Words sentences(Language language) { return choose(kSentences, language); }
Words nouns(Language language) { return choose(kNouns, language); }

}  // namespace weft::practice::vocabulary
