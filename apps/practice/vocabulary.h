// Words to make items, prose and pages of: plain tables.
#pragma once

#include <array>
#include <string_view>

#include "practice/options.h"

namespace weft::practice {

// One word in every language, by Language.
using Term = std::array<std::string_view, kLanguageCount>;

inline std::string_view in(Language language, const Term& term) {
  return term[static_cast<size_t>(language)];
}

namespace vocabulary {

// clang-format off
inline constexpr std::string_view kFirstNames[] = {
    "Ada", "Boris", "Chloé", "Dimitri", "Elena", "Farid", "Grace", "Hiroshi", "Ingrid", "Jorge", "Katrin",
    "Liam", "Mónica", "Noah", "Olga", "Paolo", "Quentin", "Rosa", "Sven", "Tamara", "Ulrich", "Vera", "Wei",
    "Yasmin"};
inline constexpr std::string_view kLastNames[] = {
    "Abbott", "Bauer", "Castillo", "Dupont", "Eriksson", "Fischer", "García", "Hoffmann", "Ivanova",
    "Jansen", "Kowalski", "Lindqvist", "Moreau", "Nakamura", "O’Brien", "Petrov", "Quinn", "Rossi",
    "Schäfer", "Tanaka", "Ueda", "Vogel", "Weiß", "Zhang"};
inline constexpr std::string_view kCities[] = {
    "Oxford", "Leeds", "York", "Bath", "Bremen", "Kassel", "Ulm", "Köln", "Lyon", "Nantes", "Nîmes", "Dijon",
    "Cádiz", "León", "Málaga", "Bilbao", "Siena", "Parma", "Trento", "Forlì"};
// Places of a made-up country are a beginning and an end: Ashwick, Norshire.
inline constexpr std::string_view kPlaceBeginnings[] = {
    "Ash", "Barn", "Brock", "Cald", "Dun", "Elm", "Fern", "Gos", "Had", "Ing", "Kel", "Lang", "Mar", "Nor", "Ock",
    "Pen", "Rad", "Sel", "Thorn", "Ud", "Wal", "Yat", "Crow", "Stan"};
inline constexpr std::string_view kPlaceEnds[] = {
    "wick", "ford", "ham", "ley", "ton", "by", "thorpe", "worth", "stead", "combe", "field", "mere", "bridge",
    "minster", "dale", "hurst", "well", "bourne", "den", "gate", "holm", "marsh", "mouth", "pool"};
inline constexpr std::string_view kQuarters[] = {"Lower", "Upper", "Old", "Great", "Little", "North", "West"};
inline constexpr std::string_view kStreets[] = {
    "Station Road", "Mill Lane", "High Street", "Church Walk", "Lindenallee", "Am Markt", "Schulstraße",
    "Gartenweg", "Rue du Moulin", "Avenue Foch", "Calle Mayor", "Plaza Nueva", "Via Garibaldi", "Viale Roma",
    "Kings Parade"};
inline constexpr std::string_view kBrands[] = {
    "Nordlicht", "Acme", "Bellavista", "Kite & Co", "Ostara", "Pomme Verte", "Rivoli", "Sundby", "Tern",
    "Umbra", "Vanta", "Wolff", "Yarrow", "Zephyr"};
inline constexpr std::string_view kProductNouns[] = {
    "Lamp", "Kettle", "Desk", "Chair", "Backpack", "Headphones", "Teapot", "Blanket", "Speaker", "Mirror",
    "Bookcase", "Toaster", "Keyboard", "Jacket", "Tripod", "Clock", "Grinder", "Sofa", "Monitor", "Bicycle"};
inline constexpr std::string_view kProductAdjectives[] = {
    "Compact", "Classic", "Foldable", "Wireless", "Oak", "Slim", "Grande", "Mini", "Nordic", "Retro",
    "Urban", "Solar", "Quiet", "Pro"};
inline constexpr std::string_view kMaterials[] = {
    "oak", "steel", "cotton", "leather", "bamboo", "glass", "aluminium", "wool", "linen"};
inline constexpr std::string_view kCarMakes[] = {  // A make and its models.
    "Volkswagen|Golf|Passat|Polo|Tiguan", "BMW|118i|320d|X1|530e", "Audi|A3|A4 Avant|Q3|A6",
    "Ford|Focus|Fiesta|Kuga|Mondeo", "Renault|Clio|Mégane|Captur|Zoe", "Peugeot|208|308 SW|3008|508",
    "Fiat|500|Panda|Tipo|Punto", "SEAT|León|Ibiza|Ateca|Arona", "Toyota|Yaris|Corolla|RAV4|Auris",
    "Škoda|Octavia|Fabia|Superb|Kodiaq"};
inline constexpr std::string_view kTrims[] = {
    "Comfort", "Sport", "1.6 TDI", "2.0 TSI", "Style", "Business Line", "Hybrid", "Edition 30"};
inline constexpr std::string_view kTopics[] = {  // Of articles and research.
    "wrapper induction", "tree alignment", "web crawling", "record linkage", "coastal erosion",
    "urban gardens", "medieval trade", "protein folding", "language contact", "solar cells",
    "graph databases", "bird migration", "information extraction", "soil chemistry", "opera reviews",
    "glacier retreat", "schema matching", "bee populations", "tax history", "noise pollution"};
inline constexpr std::string_view kTopicVerbs[] = {
    "Rethinking", "A Survey of", "Towards Scalable", "Notes on", "The Limits of", "Measuring", "Learning",
    "On the Origins of", "Against", "A Decade of"};
inline constexpr std::string_view kShopFeatures[] = {
    "Dishwasher safe", "2 year guarantee", "Recycled packaging", "USB-C charging", "Fits 15\" laptops",
    "Hand finished", "Energy class A+", "Assembly < 10 min", "Wi-Fi & Bluetooth", "Replaceable parts"};
inline constexpr std::string_view kHomeFeatures[] = {
    "Garden", "Balcony", "Garage", "Underfloor heating", "Fitted kitchen", "Cellar", "Lift",
    "Open fireplace", "Solar panels", "Double glazing", "Sea view"};
inline constexpr std::string_view kCarFeatures[] = {
    "Air conditioning", "Navigation", "Heated seats", "Parking sensors", "Tow bar", "Cruise control",
    "LED headlights", "Sunroof", "Isofix", "Alloy wheels 17\""};

// One term a row: English, German, French, Spanish, Italian.
inline constexpr Term kColours[] = {
    {"black", "schwarz", "noir", "negro", "nero"},
    {"white", "weiß", "blanc", "blanco", "bianco"},
    {"red", "rot", "rouge", "rojo", "rosso"},
    {"blue", "blau", "bleu", "azul", "blu"},
    {"green", "grün", "vert", "verde", "verde"},
    {"grey", "grau", "gris", "gris", "grigio"},
    {"yellow", "gelb", "jaune", "amarillo", "giallo"},
    {"silver", "silber", "argent", "plata", "argento"}};
inline constexpr Term kFuels[] = {
    {"Petrol", "Benzin", "Essence", "Gasolina", "Benzina"},
    {"Diesel", "Diesel", "Diesel", "Diésel", "Diesel"},
    {"Electric", "Elektro", "Électrique", "Eléctrico", "Elettrica"},
    {"Hybrid", "Hybrid", "Hybride", "Híbrido", "Ibrida"}};
inline constexpr Term kGearboxes[] = {
    {"Manual", "Schaltgetriebe", "Manuelle", "Manual", "Manuale"},
    {"Automatic", "Automatik", "Automatique", "Automático", "Automatico"}};
inline constexpr Term kPropertyTypes[] = {
    {"Flat", "Wohnung", "Appartement", "Piso", "Appartamento"},
    {"Terraced house", "Reihenhaus", "Maison mitoyenne", "Casa adosada", "Villetta a schiera"},
    {"Detached house", "Einfamilienhaus", "Maison individuelle", "Chalet", "Casa singola"},
    {"Bungalow", "Bungalow", "Pavillon", "Bungaló", "Bungalow"},
    {"Studio", "Apartment", "Studio", "Estudio", "Monolocale"}};
inline constexpr Term kAvailabilities[] = {
    {"In stock", "Auf Lager", "En stock", "En existencias", "Disponibile"},
    {"Only 2 left", "Nur noch 2 Stück", "Plus que 2 articles", "Solo quedan 2", "Solo 2 rimasti"},
    {"Sold out", "Ausverkauft", "Épuisé", "Agotado", "Esaurito"},
    {"Ships in 3 days", "Lieferbar in 3 Tagen", "Expédié sous 3 jours", "Se envía en 3 días", "Spedito in 3 giorni"}};
inline constexpr std::string_view kJobTitles[] = {
    "Software Engineer", "Nurse", "Warehouse Assistant", "Project Manager", "Accountant", "Chef de Partie", "Electrician",
    "Data Analyst", "Sales Executive", "Primary School Teacher", "Bus Driver", "Graphic Designer", "Care Assistant"};
inline constexpr std::string_view kJobRanks[] = {"Senior", "Junior", "Lead", "Assistant", "Trainee", "Deputy"};
inline constexpr std::string_view kJobBenefits[] = {
    "Pension", "Free parking", "Company car", "30 days holiday", "Gym", "Season ticket loan", "Bonus", "Childcare"};
inline constexpr Term kEmployments[] = {
    {"Full-time", "Vollzeit", "Temps plein", "Tiempo completo", "Tempo pieno"},
    {"Part-time", "Teilzeit", "Temps partiel", "Media jornada", "Part-time"},
    {"Contract", "Befristet", "CDD", "Temporal", "Tempo determinato"},
    {"Permanent", "Unbefristet", "CDI", "Indefinido", "Tempo indeterminato"}};
inline constexpr Term kPositions[] = {
    {"Professor", "Professorin", "Professeure", "Catedrática", "Professoressa"},
    {"Associate Professor", "Juniorprofessor", "Maître de conférences", "Profesor titular", "Professore associato"},
    {"Lecturer", "Dozent", "Chargé de cours", "Profesor asociado", "Ricercatrice"},
    {"Research Fellow", "Wissenschaftliche Mitarbeiterin", "Chercheuse", "Investigadora", "Assegnista"},
    {"PhD Student", "Doktorand", "Doctorant", "Doctorando", "Dottorando"},
    {"Head of Department", "Institutsleiter", "Directrice", "Director", "Direttore"}};
inline constexpr Term kMonths[] = {
    {"January", "Januar", "janvier", "enero", "gennaio"},
    {"February", "Februar", "février", "febrero", "febbraio"},
    {"March", "März", "mars", "marzo", "marzo"},
    {"April", "April", "avril", "abril", "aprile"},
    {"May", "Mai", "mai", "mayo", "maggio"},
    {"June", "Juni", "juin", "junio", "giugno"},
    {"July", "Juli", "juillet", "julio", "luglio"},
    {"August", "August", "août", "agosto", "agosto"},
    {"September", "September", "septembre", "septiembre", "settembre"},
    {"October", "Oktober", "octobre", "octubre", "ottobre"},
    {"November", "November", "novembre", "noviembre", "novembre"},
    {"December", "Dezember", "décembre", "diciembre", "dicembre"}};
// With {} where a noun goes.
inline constexpr Term kSentences[] = {
    {"A {} you will not want to be without.", "Ein Stück {}, das man nicht missen möchte.",
     "Une question de {}, tout simplement.", "Pura {} para todos los días.", "Una vera {} per ogni giorno."},
    {"The {} was designed with care, and it shows in every detail.", "Hier wurde an {} nicht gespart, das merkt man sofort.",
     "Chaque détail parle de {} et de soin.", "Cada detalle habla de {} y de buen gusto.", "Ogni dettaglio racconta {} e cura."},
    {"Ask us about the {} when you call.", "Fragen Sie uns am Telefon nach {}.",
     "Appelez-nous au sujet de {}.", "Llámenos para hablar de {}.", "Chiamateci per parlare di {}."},
    {"Nobody who has seen the {} forgets it quickly.", "Wer {} einmal gesehen hat, vergisst das nicht so schnell.",
     "On n’oublie pas {} de sitôt.", "Quien ha visto tanta {} no la olvida.", "Chi ha visto tanta {} non la dimentica."},
    {"Unlike most others, this one comes with its own {}.", "Anders als die meisten bringt es {} gleich mit.",
     "Contrairement aux autres, il offre {} d’emblée.", "A diferencia de otros, ofrece {} desde el principio.", "A differenza degli altri offre {} fin da subito."},
    {"We have tested the {} for several weeks.", "Wir haben {} mehrere Wochen lang geprüft.",
     "Nous avons éprouvé {} pendant des semaines.", "Hemos comprobado su {} durante semanas.", "Abbiamo provato la sua {} per settimane."}};
inline constexpr Term kNouns[] = {
    {"comfort", "Komfort", "confort", "comodidad", "comodità"},
    {"finish", "Verarbeitung", "finition", "calidad", "qualità"},
    {"view", "Aussicht", "vue", "vista", "vista"},
    {"engine", "Technik", "technique", "técnica", "tecnica"},
    {"method", "Methode", "méthode", "luz", "luce"},
    {"quality", "Qualität", "qualité", "elegancia", "eleganza"}};

// What pages say around the items.
inline constexpr Term kHome = {"Home", "Startseite", "Accueil", "Inicio", "Home"};
inline constexpr Term kSearch = {"Search", "Suche", "Rechercher", "Buscar", "Cerca"};
inline constexpr Term kNext = {"Next", "Weiter", "Suivant", "Siguiente", "Avanti"};
inline constexpr Term kPrevious = {"Previous", "Zurück", "Précédent", "Anterior", "Indietro"};
inline constexpr Term kResults = {"results", "Treffer", "résultats", "resultados", "risultati"};
inline constexpr Term kRelated = {"You may also like", "Das könnte Ihnen gefallen", "Vous aimerez aussi", "También te puede gustar", "Potrebbe piacerti"};
inline constexpr Term kAdvert = {"Advertisement", "Anzeige", "Publicité", "Publicidad", "Annuncio"};
inline constexpr Term kDetails = {"Details", "Einzelheiten", "Détails", "Detalles", "Dettagli"};
inline constexpr Term kContact = {"Contact", "Kontakt", "Contact", "Contacto", "Contatti"};
inline constexpr Term kReviews = {"Reviews", "Bewertungen", "Avis", "Opiniones", "Recensioni"};
inline constexpr Term kFilter = {"Filter", "Filter", "Filtrer", "Filtrar", "Filtra"};
inline constexpr Term kNewsletter = {"Newsletter", "Newsletter", "Lettre d’information", "Boletín", "Newsletter"};
inline constexpr Term kSubscribe = {"Subscribe", "Abonnieren", "S’abonner", "Suscribirse", "Iscriviti"};
inline constexpr Term kImprint = {"Imprint", "Impressum", "Mentions légales", "Aviso legal", "Note legali"};
inline constexpr Term kPrivacy = {"Privacy", "Datenschutz", "Confidentialité", "Privacidad", "Privacy"};
inline constexpr Term kSortBy = {"Sort by", "Sortieren nach", "Trier par", "Ordenar por", "Ordina per"};
inline constexpr Term kFrom = {"from", "ab", "à partir de", "desde", "da"};
inline constexpr Term kDelivery = {"Free delivery over", "Versandkostenfrei ab", "Livraison gratuite dès", "Envío gratis desde", "Spedizione gratuita da"};
inline constexpr Term kLogin = {"Sign in", "Anmelden", "Connexion", "Acceder", "Accedi"};
inline constexpr Term kFeatured = {"Featured", "Empfohlen", "À la une", "Destacados", "In evidenza"};
inline constexpr Term kMonthly = {"per month", "pro Monat", "par mois", "al mes", "al mese"};
inline constexpr Term kPriceRange = {"Price", "Preis", "Prix", "Precio", "Prezzo"};
inline constexpr Term kMore = {"More", "Mehr", "Plus", "Más", "Altro"};
inline constexpr Term kNew = {"New", "Neu", "Neuf", "Nuevo", "Nuovo"};
inline constexpr Term kUsed = {"Used", "Gebraucht", "Occasion", "Usado", "Usato"};
inline constexpr Term kOlder = {"Older", "Ältere", "Plus anciens", "Más antiguos", "Più vecchi"};
inline constexpr Term kNewer = {"Newer", "Neuere", "Plus récents", "Más recientes", "Più recenti"};
inline constexpr Term kShowMore = {"Show more", "Mehr anzeigen", "Voir plus", "Mostrar más", "Mostra altri"};
inline constexpr Term kAll = {"All", "Alle", "Tous", "Todos", "Tutti"};
inline constexpr Term kOther = {"Other", "Sonstige", "Autres", "Otros", "Altro"};
inline constexpr Term kChoose = {"Please choose", "Bitte wählen", "Choisir", "Elegir", "Scegli"};
inline constexpr Term kArchive = {"Archive", "Archiv", "Archives", "Archivo", "Archivio"};
inline constexpr Term kRequired = {"This field is required", "Dieses Feld ist ein Pflichtfeld", "Ce champ est obligatoire", "Este campo es obligatorio", "Questo campo è obbligatorio"};
inline constexpr Term kNothingFound = {"Nothing found", "Nichts gefunden", "Aucun résultat", "Sin resultados", "Nessun risultato"};
inline constexpr Term kUpTo = {"Up to", "Bis", "Jusqu’à", "Hasta", "Fino a"};
inline constexpr Term kOver = {"Over", "Über", "Plus de", "Más de", "Oltre"};
inline constexpr Term kSection = {"Section", "Bereich", "Rubrique", "Sección", "Sezione"};
inline constexpr Term kLookingFor = {"What are you looking for?", "Was suchen Sie?", "Que cherchez-vous ?", "¿Qué busca?", "Che cosa cerchi?"};
// clang-format on

}  // namespace vocabulary
}  // namespace weft::practice
