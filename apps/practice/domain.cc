// The domains, one attribute a row.
#include "practice/domain.h"

namespace weft::practice {
namespace vocab = vocabulary;
namespace {

using K = FactKind;
using P = Place;

// clang-format off
// name, kind, place, in list, constant, presence, labels en de fr es it, terms
constexpr AttributeSpec kShop[] = {
    {"title",              K::kText,   P::kTitle,    true,  true,  100, {"Product", "Produkt", "Produit", "Producto", "Prodotto"}},
    {"price",              K::kMoney,  P::kPrice,    true,  false, 100, {"Price", "Preis", "Prix", "Precio", "Prezzo"}},
    {"was_price",          K::kMoney,  P::kPrice,    true,  false, 35,  {"Was", "Statt", "Avant", "Antes", "Prima"}},
    {"availability",       K::kText,   P::kPrice,    true,  false, 90,  {"Availability", "Verfügbarkeit", "Disponibilité", "Disponibilidad", "Disponibilità"}, vocab::kAvailabilities},
    {"rating",             K::kRating, P::kRating,   true,  false, 75,  {"Rating", "Bewertung", "Note", "Valoración", "Voto"}},
    {"brand",              K::kText,   P::kFacts,    true,  true,  100, {"Brand", "Marke", "Marque", "Marca", "Marchio"}},
    {"sku",                K::kText,   P::kFacts,    false, true,  100, {"Item no.", "Artikel-Nr.", "Réf.", "Ref.", "Codice"}},
    {"colour",             K::kText,   P::kFacts,    false, true,  70,  {"Colour", "Farbe", "Couleur", "Color", "Colore"}, vocab::kColours},
    {"material",           K::kText,   P::kFacts,    false, true,  60,  {"Material", "Material", "Matière", "Material", "Materiale"}},
    {"weight",             K::kNumber, P::kFacts,    false, true,  80,  {"Weight", "Gewicht", "Poids", "Peso", "Peso"}},
    {"warranty",           K::kNumber, P::kFacts,    false, true,  45,  {"Warranty", "Garantie", "Garantie", "Garantía", "Garanzia"}},
    {"features",           K::kList,   P::kFeatures, false, true,  85,  {"Highlights", "Highlights", "Points forts", "Destacados", "Caratteristiche"}},
    {"description",        K::kProse,  P::kProse,    false, true,  95,  {"Description", "Beschreibung", "Description", "Descripción", "Descrizione"}},
    {"image",              K::kImage,  P::kGallery,  true,  true,  100, {"Image", "Bild", "Image", "Imagen", "Immagine"}},
};

constexpr AttributeSpec kEstate[] = {
    {"title",              K::kText,   P::kTitle,    true,  true,  100, {"Property", "Objekt", "Bien", "Inmueble", "Immobile"}},
    {"price",              K::kMoney,  P::kPrice,    true,  false, 100, {"Price", "Kaufpreis", "Prix", "Precio", "Prezzo"}},
    {"address",            K::kText,   P::kFacts,    true,  true,  100, {"Address", "Adresse", "Adresse", "Dirección", "Indirizzo"}},
    {"postcode",           K::kText,   P::kFacts,    true,  true,  100, {"Postcode", "PLZ", "Code postal", "Código postal", "CAP"}},
    {"bedrooms",           K::kNumber, P::kFacts,    true,  true,  100, {"Bedrooms", "Schlafzimmer", "Chambres", "Dormitorios", "Camere"}},
    {"bathrooms",          K::kNumber, P::kFacts,    true,  true,  80,  {"Bathrooms", "Bäder", "Salles de bain", "Baños", "Bagni"}},
    {"area",               K::kNumber, P::kFacts,    true,  true,  85,  {"Living area", "Wohnfläche", "Surface", "Superficie", "Superficie"}},
    {"property_type",      K::kText,   P::kFacts,    true,  true,  100, {"Type", "Objektart", "Type", "Tipo", "Tipologia"}, vocab::kPropertyTypes},
    {"year_built",         K::kNumber, P::kFacts,    false, true,  55,  {"Built", "Baujahr", "Construit en", "Año", "Anno"}},
    {"available_from",     K::kDate,   P::kFacts,    false, false, 60,  {"Available from", "Bezugsfrei ab", "Disponible le", "Disponible desde", "Disponibile dal"}},
    {"features",           K::kList,   P::kFeatures, false, true,  90,  {"Features", "Ausstattung", "Équipements", "Características", "Dotazioni"}},
    {"description",        K::kProse,  P::kProse,    false, true,  100, {"Description", "Beschreibung", "Description", "Descripción", "Descrizione"}},
    {"agent",              K::kText,   P::kContact,  false, true,  100, {"Agent", "Makler", "Agence", "Agente", "Agente"}},
    {"phone",              K::kPhone,  P::kContact,  true,  true,  85,  {"Phone", "Telefon", "Téléphone", "Teléfono", "Telefono"}},
    {"image",              K::kImage,  P::kGallery,  true,  true,  95,  {"Photo", "Foto", "Photo", "Foto", "Foto"}},
};

constexpr AttributeSpec kCars[] = {
    {"title",              K::kText,   P::kTitle,    true,  true,  100, {"Vehicle", "Fahrzeug", "Véhicule", "Vehículo", "Veicolo"}},
    {"price",              K::kMoney,  P::kPrice,    true,  false, 100, {"Price", "Preis", "Prix", "Precio", "Prezzo"}},
    {"was_price",          K::kMoney,  P::kPrice,    false, false, 25,  {"Was", "Statt", "Avant", "Antes", "Prima"}},
    {"make",               K::kText,   P::kFacts,    false, true,  100, {"Make", "Marke", "Marque", "Marca", "Marca"}},
    {"model",              K::kText,   P::kFacts,    false, true,  100, {"Model", "Modell", "Modèle", "Modelo", "Modello"}},
    {"first_registration", K::kDate,   P::kFacts,    true,  true,  100, {"First registered", "Erstzulassung", "Mise en circulation", "Matriculación", "Immatricolazione"}},
    {"mileage",            K::kNumber, P::kFacts,    true,  true,  100, {"Mileage", "Kilometerstand", "Kilométrage", "Kilometraje", "Chilometraggio"}},
    {"fuel",               K::kText,   P::kFacts,    true,  true,  100, {"Fuel", "Kraftstoff", "Carburant", "Combustible", "Carburante"}, vocab::kFuels},
    {"transmission",       K::kText,   P::kFacts,    true,  true,  80,  {"Gearbox", "Getriebe", "Boîte", "Cambio", "Cambio"}, vocab::kGearboxes},
    {"power",              K::kNumber, P::kFacts,    true,  true,  85,  {"Power", "Leistung", "Puissance", "Potencia", "Potenza"}},
    {"colour",             K::kText,   P::kFacts,    false, true,  75,  {"Colour", "Farbe", "Couleur", "Color", "Colore"}, vocab::kColours},
    {"owners",             K::kNumber, P::kFacts,    false, true,  50,  {"Owners", "Vorbesitzer", "Propriétaires", "Propietarios", "Proprietari"}},
    {"features",           K::kList,   P::kFeatures, false, true,  90,  {"Equipment", "Ausstattung", "Équipement", "Equipamiento", "Equipaggiamento"}},
    {"description",        K::kProse,  P::kProse,    false, true,  80,  {"Description", "Beschreibung", "Description", "Descripción", "Descrizione"}},
    {"location",           K::kText,   P::kContact,  true,  true,  100, {"Location", "Standort", "Lieu", "Ubicación", "Sede"}},
    {"phone",              K::kPhone,  P::kContact,  false, true,  90,  {"Phone", "Telefon", "Téléphone", "Teléfono", "Telefono"}},
    {"image",              K::kImage,  P::kGallery,  true,  true,  90,  {"Photo", "Foto", "Photo", "Foto", "Foto"}},
};

constexpr AttributeSpec kJournal[] = {
    {"title",              K::kText,   P::kTitle,    true,  true,  100, {"Title", "Titel", "Titre", "Título", "Titolo"}},
    {"authors",            K::kList,   P::kTitle,    true,  true,  100, {"Authors", "Autoren", "Auteurs", "Autores", "Autori"}},
    {"date",               K::kDate,   P::kTitle,    true,  true,  100, {"Published", "Erschienen", "Publié", "Publicado", "Pubblicato"}},
    {"pages",              K::kText,   P::kFacts,    true,  true,  70,  {"Pages", "Seiten", "Pages", "Páginas", "Pagine"}},
    {"doi",                K::kText,   P::kFacts,    true,  true,  60,  {"DOI", "DOI", "DOI", "DOI", "DOI"}},
    {"keywords",           K::kList,   P::kFeatures, false, true,  80,  {"Keywords", "Schlagwörter", "Mots-clés", "Palabras clave", "Parole chiave"}},
    {"abstract",           K::kProse,  P::kProse,    true,  true,  90,  {"Abstract", "Kurzfassung", "Résumé", "Resumen", "Sommario"}},
    {"body",               K::kProse,  P::kProse,    false, true,  100, {"Article", "Artikel", "Article", "Artículo", "Articolo"}},
};

constexpr AttributeSpec kDepartment[] = {
    {"name",               K::kText,   P::kTitle,    true,  true,  100, {"Name", "Name", "Nom", "Nombre", "Nome"}},
    {"position",           K::kText,   P::kTitle,    true,  true,  95,  {"Position", "Position", "Fonction", "Cargo", "Ruolo"}, vocab::kPositions},
    {"email",              K::kEmail,  P::kContact,  true,  true,  90,  {"E-mail", "E-Mail", "Courriel", "Correo", "E-mail"}},
    {"phone",              K::kPhone,  P::kContact,  true,  true,  75,  {"Phone", "Telefon", "Téléphone", "Teléfono", "Telefono"}},
    {"fax",                K::kPhone,  P::kContact,  false, true,  35,  {"Fax", "Fax", "Fax", "Fax", "Fax"}},
    {"office",             K::kText,   P::kContact,  true,  true,  80,  {"Office", "Büro", "Bureau", "Despacho", "Ufficio"}},
    {"interests",          K::kList,   P::kFeatures, true,  true,  80,  {"Research interests", "Forschungsgebiete", "Thèmes de recherche", "Líneas de investigación", "Interessi"}},
    {"biography",          K::kProse,  P::kProse,    false, true,  85,  {"Biography", "Lebenslauf", "Biographie", "Biografía", "Biografia"}},
    {"photo",              K::kImage,  P::kGallery,  true,  true,  65,  {"Photo", "Foto", "Photo", "Foto", "Foto"}},
};

constexpr AttributeSpec kJobs[] = {
    {"title",              K::kText,   P::kTitle,    true,  true,  100, {"Job", "Stelle", "Poste", "Puesto", "Posizione"}},
    {"company",            K::kText,   P::kFacts,    true,  true,  100, {"Company", "Unternehmen", "Entreprise", "Empresa", "Azienda"}},
    {"location",           K::kText,   P::kFacts,    true,  true,  100, {"Location", "Ort", "Lieu", "Ubicación", "Sede"}},
    {"salary",             K::kMoney,  P::kPrice,    true,  true,  80,  {"Salary", "Gehalt", "Salaire", "Salario", "Stipendio"}},
    {"employment_type",    K::kText,   P::kFacts,    true,  true,  90,  {"Job type", "Arbeitszeit", "Contrat", "Jornada", "Contratto"}, vocab::kEmployments},
    {"date_posted",        K::kDate,   P::kFacts,    true,  true,  100, {"Posted", "Veröffentlicht", "Publiée le", "Publicado", "Pubblicato il"}},
    {"reference",          K::kText,   P::kFacts,    false, true,  70,  {"Job ref", "Kennziffer", "Référence", "Referencia", "Riferimento"}},
    {"benefits",           K::kList,   P::kFeatures, false, true,  80,  {"Benefits", "Leistungen", "Avantages", "Beneficios", "Vantaggi"}},
    {"description",        K::kProse,  P::kProse,    false, true,  100, {"Description", "Beschreibung", "Description", "Descripción", "Descrizione"}},
    {"phone",              K::kPhone,  P::kContact,  false, true,  75,  {"Phone", "Telefon", "Téléphone", "Teléfono", "Telefono"}},
};
// clang-format on

constexpr std::span<const AttributeSpec> kAttributes[] = {kShop,    kEstate,     kCars,
                                                          kJournal, kDepartment, kJobs};
constexpr std::string_view kSchemaNames[] = {"Product", "House",  "Car",
                                             "Article", "Person", "JobPosting"};

constexpr model::ValueType type_of(FactKind kind) {
  using T = model::ValueType;
  constexpr T kTypes[] = {T::kText,  T::kMoney, T::kNumber, T::kDate,   T::kText,
                          T::kEmail, T::kPhone, T::kImage,  T::kNumber, T::kText};
  return kTypes[static_cast<size_t>(kind)];
}

}  // namespace

std::span<const AttributeSpec> attributes_of(Domain domain) {
  return kAttributes[static_cast<size_t>(domain)];
}

model::Schema schema_of(Domain domain) {
  model::Schema schema;
  schema.name = kSchemaNames[static_cast<size_t>(domain)];
  for (const AttributeSpec& spec : attributes_of(domain)) {
    model::Attribute attribute;
    attribute.name = spec.name;
    attribute.type = type_of(spec.kind);
    attribute.mandatory = spec.presence == 100;
    attribute.optional = spec.presence < 100;
    attribute.constant = spec.constant;
    attribute.set = spec.kind == FactKind::kList;
    schema.attributes.push_back(std::move(attribute));
  }
  return schema;
}

}  // namespace weft::practice
