// Columns as pages have them, and what becomes of them. The rule under test: a cell is typed without
// loss, or it stays as it is.
//
//   what it is | language | type | cell ~ cell ~ cell        (typed or not, every cell prints as it stands)
//   what it is | language | type | cell ~ cell => out ~ out  (what the typed cells print as)

#include "value/whole_value.h"

#include <vector>

#include "base/strings.h"
#include "gtest/gtest.h"

namespace weft::value {
namespace {

constexpr std::string_view kColumns = R"(
phone: US, dashes                 |    | phone    | 805-948-5093 ~ 212-555-0100 ~ 415-555-0199
phone: US, area in parentheses    | en | phone    | (805) 948-5093 ~ (212) 555-0100
phone: US, dots                   |    | phone    | 805.948.5093 ~ 212.555.0100
phone: US, spaces                 |    | phone    | 805 948 5093 ~ 212 555 0100
phone: US, with country code      |    | phone    | 1-805-948-5093 ~ 1-212-555-0100
phone: US, E.164                  |    | phone    | +1 805 948 5093 ~ +1 212 555 0100 => +18059485093 ~ +12125550100
phone: US, digits alone           |    | text     | 8059485093 ~ 2125550100
phone: US, extension              |    | text     | 805-948-5093 x12 ~ 212-555-0100 x7
phone: US, vanity                 |    | text     | 1-800-FLOWERS ~ 1-800-MATTRES
phone: Netherlands                | nl | phone    | +31 20 311 1444 ~ +31 10 453 0000 => +31203111444 ~ +31104530000
phone: Netherlands, national      | nl | phone    | 020 311 1444 ~ 010 453 0000
phone: Germany                    | de | phone    | +49 30 901820 ~ +49 89 2180-0 => +4930901820 ~ +498921800
phone: Germany, trunk zero        | de | phone    | +49 (0)30 901820 ~ +49 (0)89 21800 => +4930901820 ~ +498921800
phone: Germany, national          | de | phone    | 030 / 901 820 ~ 089/2180 3333
phone: Austria                    | de | phone    | +43 1 40400 0 ~ +43 662 8044 => +431404000 ~ +436628044
phone: Switzerland                | de | phone    | 044 668 18 00 ~ 031 300 42 42
phone: France                     | fr | phone    | 01 42 60 31 28 ~ 04 91 55 00 00
phone: France, international      | fr | phone    | +33 1 42 60 31 28 ~ 0033 4 91 55 00 00 => +33142603128 ~ +33491550000
phone: Belgium                    | fr | phone    | 02 555 12 12 ~ 09 224 31 11
phone: Britain                    | en | phone    | 020 7946 0958 ~ 0161 496 0123
phone: Britain, international     | en | phone    | +44 20 7946 0958 ~ +44 161 496 0123 => +442079460958 ~ +441614960123
phone: Ireland                    | en | phone    | (01) 670 0900 ~ (021) 490 3000
phone: Spain                      | es | phone    | 915 22 10 20 ~ 932 85 38 32
phone: Italy                      | it | phone    | 06 6982 3939 ~ 02 7740 4343
phone: Portugal                   | pt | phone    | 213 10 22 44 ~ 222 07 87 00
phone: Sweden                     | sv | phone    | 08-508 000 00 ~ 031-365 00 00
phone: Norway                     | nb | phone    | 22 45 86 00 ~ 55 31 55 00
phone: Denmark                    | da | phone    | 33 92 60 00 ~ 86 12 43 21
phone: Finland                    | fi | phone    | 09 1737 3460 ~ 040 123 4567
phone: Poland                     | pl | phone    | 22 694 79 14 ~ 12 616 15 55
phone: Czechia                    | cs | phone    | +420 224 353 421 ~ +420 541 211 111 => +420224353421 ~ +420541211111
phone: Japan                      | ja | phone    | 03-3201-3331 ~ 06-6944-8911
phone: Australia                  | en | phone    | (02) 9374 4000 ~ (03) 9658 9658
phone: India                      | en | phone    | +91 11 2336 5358 ~ +91 22 2204 4444 => +911123365358 ~ +912222044444
phone: Brazil                     | pt | phone    | (11) 3385-8000 ~ (21) 2555-8000
phone: Emirates                   | en | phone    | +971 4 801 1000 ~ +971 2 419 0000 => +97148011000 ~ +97124190000
phone: South Africa               | en | phone    | 021 405 2000 ~ 011 788 1020
phone: link targets               |    | phone    | tel:+12125550123 ~ tel:+13105550123 => +12125550123 ~ +13105550123
phone: labelled                   |    | text     | Tel. 030 901820 ~ Tel. 089 21800
phone: two in a cell              |    | text     | 805-948-5093, 805-948-5094 ~ 212-555-0100, 212-555-0101
date: ISO                         |    | date     | 2024-01-02 ~ 2023-12-31
date: ISO with time               |    | date     | 2024-01-02T10:20:30Z ~ 2023-12-31T23:59:00Z
date: ISO, milliseconds           |    | text     | 2024-01-02T10:20:30.123Z ~ 2024-01-03T10:20:30.456Z
date: slashes, year first         |    | date     | 2024/01/02 ~ 2023/12/31 => 2024-01-02 ~ 2023-12-31
date: slashes, order unknown      |    | text     | 01/02/2024 ~ 03/04/2024
date: slashes, English            | en | text     | 01/02/2024 ~ 03/04/2024
date: slashes, British            | en-GB | date  | 01/02/2024 ~ 03/04/2024 => 2024-02-01 ~ 2024-04-03
date: slashes, American           | en-US | date  | 01/02/2024 ~ 03/04/2024 => 2024-01-02 ~ 2024-03-04
date: slashes, French             | fr | date     | 01/02/2024 ~ 03/04/2024 => 2024-02-01 ~ 2024-04-03
date: slashes, days beyond twelve |    | date     | 13/02/2024 ~ 28/04/2024 => 2024-02-13 ~ 2024-04-28
date: slashes, some doubtful      |    | text     | 13/02/2024 ~ 03/04/2024 ~ 05/06/2024
date: dots                        | de | date     | 12.03.2024 ~ 1.4.2024 => 2024-03-12 ~ 2024-04-01
date: dots, century guessed       | de | text     | 12.03.24 ~ 01.04.24
date: dashes, order unknown       |    | text     | 01-02-2024 ~ 03-04-2024
date: month name                  | en | date     | March 12, 2024 ~ April 1, 2024 => 2024-03-12 ~ 2024-04-01
date: short month name            | en | date     | Mar 12, 2024 ~ Apr 1, 2024 => 2024-03-12 ~ 2024-04-01
date: day first                   | en | date     | 12 March 2024 ~ 1 April 2024 => 2024-03-12 ~ 2024-04-01
date: ordinals                    | en | date     | 12th of March, 2024 ~ 1st of April, 2024 => 2024-03-12 ~ 2024-04-01
date: right weekday               | en | date     | Tuesday, March 12, 2024 ~ Monday, April 1, 2024 => 2024-03-12 ~ 2024-04-01
date: wrong weekday               | en | text     | Friday, March 12, 2024 ~ Sunday, April 1, 2024
date: German                      | de | date     | 12. März 2024 ~ 1. April 2024 => 2024-03-12 ~ 2024-04-01
date: German weekday              | de | date     | Dienstag, 12. März 2024 ~ Montag, 1. April 2024 => 2024-03-12 ~ 2024-04-01
date: French                      | fr | date     | 1er août 2023 ~ 14 juillet 2023 => 2023-08-01 ~ 2023-07-14
date: Spanish                     | es | date     | 12 de marzo de 2024 ~ 1 de abril de 2024 => 2024-03-12 ~ 2024-04-01
date: Polish                      | pl | date     | 3 stycznia 2024 ~ 11 listopada 2023 => 2024-01-03 ~ 2023-11-11
date: Russian                     | ru | date     | 9 мая 2024 ~ 12 марта 2024 => 2024-05-09 ~ 2024-03-12
date: Japanese                    | ja | date     | 2024年3月12日 ~ 2024年4月1日 => 2024-03-12 ~ 2024-04-01
date: with time                   | en | date     | March 12, 2024 at 2:05 pm ~ April 1, 2024 at 10:00 am => 2024-03-12T14:05 ~ 2024-04-01T10:00
date: with a clock                | de | date     | 12.03.2024, 14:05 Uhr ~ 01.04.2024, 10:00 Uhr => 2024-03-12T14:05 ~ 2024-04-01T10:00
date: time without its zone       | en | text     | March 12, 2024 at 2:05 pm PST ~ April 1, 2024 at 10:00 am PST
date: month and year              | en | date     | March 2024 ~ April 2023 => 2024-03 ~ 2023-04
date: two-digit year              | en | text     | 12-Mar-24 ~ 01-Apr-23
date: without year                | en | text     | March 12 ~ April 1
date: labelled                    | en | text     | Posted: March 12, 2024 ~ Posted: April 1, 2024
date: with author                 | en | text     | March 12, 2024 by Jo ~ April 1, 2024 by Ann
date: range                       | en | text     | March 12, 2024 - March 14, 2024 ~ April 1, 2024 - April 3, 2024
date: range within a month        | en | text     | March 12-14, 2024 ~ April 1-3, 2024
date: relative                    | en | text     | yesterday ~ 2 days ago ~ 3 weeks ago
date: impossible                  | en | text     | 30 February 2024 ~ 31 April 2024
date: compact                     |    | text     | 20240312 ~ 20240401
date: season                      | en | text     | 2011/12 ~ 2012/13 ~ 2010/11
date: year and month              |    | date     | 2024-03 ~ 2023-11
date: issue                       | en | text     | 03/2024 ~ 04/2024
year                              | en | number   | 1999 ~ 2024 ~ 1848
years, a span                     | en | text     | 1999-2024 ~ 1848-1871
year, with era                    | en | text     | 44 BC ~ 476 AD
decade                            | en | text     | 1990s ~ 1980s
century                           | en | text     | 19th century ~ 20th century
quarter                           | en | text     | Q1 2024 ~ Q2 2024
date: some cells are not          | en | date     | 2024-01-02 ~ 2024-01-03 ~ 2024-01-04 ~ 2024-01-05 ~ tba
time: clock                       |    | time     | 14:30 ~ 09:05
time: seconds                     |    | time     | 14:30:15 ~ 09:05:00
time: half days                   | en | time     | 2:30 PM ~ 9:05 am ~ 12:15 p.m. => 14:30 ~ 09:05 ~ 12:15
time: hours                       | de | time     | 14 Uhr ~ 9 Uhr => 14:00 ~ 09:00
time: French                      | fr | time     | 14h30 ~ 9h05 => 14:30 ~ 09:05
time: or minutes and seconds      |    | text     | 3:45 ~ 4:20
time: opening hours               | en | text     | 9:00 - 17:00 ~ 10:00 - 18:00
time: opening hours, half days    | en | text     | 9 am - 5 pm ~ 10 am - 6 pm
time: zone                        | en | text     | 14:30 CET ~ 15:00 CET
time: out of range                |    | text     | 25:10 ~ 31:40
score: football                   |    | text     | 2:1 ~ 0:0 ~ 3:2
score: dash                       |    | text     | 2-1 ~ 0-0 ~ 3-2
ratio                             |    | text     | 16:9 ~ 4:3
duration: minutes                 | en | duration | 5 min ~ 10 min => PT5M ~ PT10M
duration: hours and minutes       | en | duration | 1 h 30 min ~ 2 h 5 min => PT1H30M ~ PT2H5M
duration: words                   | en | duration | 1 hour 30 minutes ~ 45 minutes => PT1H30M ~ PT45M
duration: joined by and           | en | duration | 1 hour and 5 minutes ~ 2 hours and 10 minutes => PT1H5M ~ PT2H10M
duration: ISO                     |    | duration | PT15M ~ PT1H30M
duration: clock of three parts    |    | duration | 1:30:00 ~ 2:05:10 => PT1H30M ~ PT2H5M10S
duration: German                  | de | duration | 2 Stunden ~ 3 Stunden => PT2H ~ PT3H
duration: days                    | en | duration | 3 days ~ 14 days => P3D ~ P14D
duration: about                   | en | text     | about 5 min ~ about 10 min
duration: range                   | en | text     | 5-10 min ~ 10-15 min
duration: minutes of reading      | en | text     | 5 min read ~ 10 min read
duration: or metres               | en | text     | 5 m ~ 12 m
duration: or decades              | en | text     | 90s ~ 80s
duration: age                     | en | text     | 3 years old ~ 4 years old
word that begins like a unit      | en | text     | 3 minor ~ 2 secondary
number: whole                     |    | number   | 1 ~ 42 ~ 100
number: zero                      |    | number   | 0 ~ 3 ~ 17
number: negative                  |    | number   | -7 ~ 3 ~ -12
number: minus sign                |    | number   | −7 ~ −3 ~ −12 => -7 ~ -3 ~ -12
number: decimal point             |    | number   | 3.14 ~ 2.72 ~ 1.62
number: with trailing zeros       |    | number   | 4.50 ~ 3.25 ~ 1.00
number: decimal comma, German     | de | number   | 3,14 ~ 2,72 => 3.14 ~ 2.72
number: decimal comma, unknown    |    | text     | 3,14 ~ 2,72
number: two numbers, English      | en | text     | 1,5 ~ 2,7
number: grouped by commas         |    | number   | 1,234 ~ 12,345 ~ 987 => 1234 ~ 12345 ~ 987
number: grouped, millions         |    | number   | 1,234,567 ~ 12,345,678 => 1234567 ~ 12345678
number: grouped, comma, German    | de | text     | 1,234 ~ 2,345
number: grouped by points, German | de | number   | 1.234 ~ 12.345 => 1234 ~ 12345
number: three decimals, English   | en | number   | 1.234 ~ 12.345
number: point and three, unknown  |    | text     | 1.234 ~ 12.345
number: both, continental         |    | number   | 1.234,56 ~ 7.890,12 => 1234.56 ~ 7890.12
number: both, English             |    | number   | 1,234.56 ~ 7,890.12 => 1234.56 ~ 7890.12
number: grouped by spaces, French | fr | number   | 1 234 ~ 12 345 => 1234 ~ 12345
number: spaces, unknown           |    | text     | 1 234 ~ 12 345
number: Swiss                     | de | number   | 1'234 ~ 12'345 => 1234 ~ 12345
number: Indian                    | en | number   | 1,23,456 ~ 12,34,567 => 123456 ~ 1234567
number: millions by points        |    | text     | 1.234.567 ~ 2.345.678
number: millions by points, de    | de | number   | 1.234.567 ~ 2.345.678 => 1234567 ~ 2345678
number: full-width digits         | ja | number   | １２ ~ ３４ => 12 ~ 34
number: plus sign                 |    | text     | +5 ~ +12
number: in parentheses            |    | text     | (5) ~ (12)
number: accounting negatives      |    | text     | (1,234.50) ~ (99.00)
number: leading zeros             |    | text     | 007 ~ 012 ~ 123
number: one leading zero          |    | text     | 12345 ~ 54321 ~ 99999 ~ 10115 ~ 01067
number: leading point             |    | text     | .5 ~ .25
number: percent                   |    | text     | 12 % ~ 7 %
number: percent, attached         |    | text     | 12% ~ 7.5%
number: unit                      |    | text     | 12 kg ~ 7 kg
number: unit, attached            |    | text     | 12kg ~ 7kg
number: degrees                   |    | text     | 21 °C ~ 19 °C
number: temperature, code-like    |    | text     | 0100C ~ 0200C
number: inches                    |    | text     | 27" ~ 32"
number: measures                  |    | text     | 10 x 20 cm ~ 30 x 40 cm
number: magnitude                 |    | text     | 1.2k ~ 3.4k
number: millions                  |    | text     | 3 million ~ 4 million
number: approximate               |    | text     | ~5 ~ ~12
number: more than                 |    | text     | 100+ ~ 500+
number: with words                |    | text     | 5 reviews ~ 12 reviews
number: hash                      |    | text     | #1 ~ #2
number: ordinal                   |    | text     | 1st ~ 2nd ~ 3rd
number: ordinal, German           | de | text     | 1. ~ 2. ~ 3.
number: Roman                     |    | text     | IV ~ XII
number: fraction                  |    | text     | 1/2 ~ 3/4
number: mixed fraction            |    | text     | 1 1/2 ~ 2 3/4
number: vulgar fraction           |    | text     | ½ ~ ¾
number: scientific                |    | text     | 1e5 ~ 2.5e-3
number: hexadecimal               |    | text     | 0x1F ~ 0xA0
number: range                     |    | text     | 10-12 ~ 3-5
number: range, en dash            |    | text     | 10–12 ~ 3–5
number: too long for a double     |    | text     | 12345678901234567890 ~ 22345678901234567890
number: missing ones              |    | number   | 1 ~ 2 ~ 3 ~ 4 ~ n/a
number: dashes for missing        |    | number   | 1 ~ 2 ~ 3 ~ 4 ~ –
number: too many missing          |    | text     | 1 ~ n/a ~ 3 ~ n/a
number: one of another kind       |    | text     | 1 ~ 2 ~ 3 ~ 4 ~ 5 ~ 6 ~ 7 ~ 8 ~ 9 ~ 10-12
rating: out of five               |    | text     | 4.5/5 ~ 3.9/5
rating: words                     |    | text     | 4.5 out of 5 ~ 3.9 out of 5
rating: stars                     |    | text     | 4 stars ~ 5 stars
rating: with count                |    | text     | 4.5 (120) ~ 3.9 (87)
rating: alone                     |    | number   | 4.5 ~ 3.9 ~ 5.0
code: SQL state                   |    | text     | 00000 ~ 0A000 ~ 22P02 ~ 42601
code: SQL state, digits only      |    | text     | 01000 ~ 02000 ~ 42601
code: ISBN-10                     |    | text     | 0306406152 ~ 0132350882 ~ 020163361X
code: ISBN-10, dashes             |    | text     | 0-306-40615-2 ~ 0-13-235088-2
code: ISBN-13                     |    | text     | 9783161484100 ~ 9780306406157
code: ISBN-13, dashes             |    | text     | 978-3-16-148410-0 ~ 978-0-306-40615-7
code: ISBN, labelled              |    | text     | ISBN 978-3-16-148410-0 ~ ISBN 978-0-306-40615-7
code: ISSN                        |    | text     | 0378-5955 ~ 2049-3630 ~ 1050-124X
code: EAN                         |    | text     | 4006381333931 ~ 5901234123457
code: EAN-8                       |    | text     | 96385074 ~ 40170725
code: UPC                         |    | text     | 036000291452 ~ 042100005264
code: DOI                         |    | text     | 10.1000/182 ~ 10.1038/nphys1170
code: arXiv                       |    | text     | 2101.00001 ~ 2101.12340 ~ 1207.7214
code: IBAN                        |    | text     | DE89370400440532013000 ~ GB29NWBK60161331926819
code: card, masked                |    | text     | **** 1234 ~ **** 5678
code: SSN                         |    | text     | 078-05-1120 ~ 219-09-9999
code: order number                |    | text     | 10-234-55 ~ 10-234-56
code: part number                 |    | text     | 3-1415-92 ~ 3-1415-93
code: article with letters        |    | text     | A100 ~ B200
code: chemical                    |    | text     | 7732-18-5 ~ 64-17-5
code: DIN                         |    | text     | 12.0034.1 ~ 12.0034.2
code: paragraph                   |    | text     | 1.1 ~ 1.10 ~ 1.2
code: room                        |    | text     | 0.12 ~ 1.04 ~ 3.110
postcode: US                      |    | text     | 02134 ~ 10001 ~ 94103
postcode: US, nine digits         |    | text     | 02134-1001 ~ 10001-2345
postcode: Germany                 | de | text     | 01067 ~ 10115 ~ 80331
postcode: Britain                 | en | text     | SW1A 1AA ~ M1 1AE
postcode: Netherlands             | nl | text     | 1012 AB ~ 3011 CD
postcode: Sweden                  | sv | text     | 111 29 ~ 411 05
postcode: Poland                  | pl | text     | 00-950 ~ 31-042
postcode: Japan                   | ja | text     | 100-0001 ~ 530-0001
postcode: Canada                  | en | text     | K1A 0B1 ~ V6B 4Y8
postcode: Brazil                  | pt | text     | 01310-100 ~ 20040-020
version: two parts                |    | text     | 1.9 ~ 1.10 ~ 1.11
version: three parts              |    | text     | 1.2.3 ~ 10.0.1
version: three parts, groups      |    | text     | 1.100.200 ~ 1.100.201
version: prefixed                 |    | text     | v1.2 ~ v1.3
version: suffix                   |    | text     | 2.0b1 ~ 2.0rc2
address: IPv4                     |    | text     | 192.168.1.1 ~ 10.0.0.1
address: IPv4, three digits each  |    | text     | 192.168.100.200 ~ 192.168.100.201
address: IPv6                     |    | text     | 2001:db8::1 ~ fe80::1
address: subnet                   |    | text     | 10.0.0.0/8 ~ 192.168.0.0/16
address: MAC                      |    | text     | 00:1A:2B:3C:4D:5E ~ 00:1A:2B:3C:4D:5F
address: port                     |    | text     | localhost:8080 ~ localhost:8081
coordinates: decimal pair         |    | text     | 52.5200, 13.4050 ~ 48.8566, 2.3522
coordinates: latitude             |    | number   | 52.5200 ~ 48.8566 ~ -33.8688
coordinates: degrees              |    | text     | 52°31′N ~ 48°51′N
coordinates: direction            |    | text     | 52.52 N ~ 48.86 N
price: dollar, no evidence        |    | money    | $12.50 ~ $1,299.00 => $ 12.50 ~ $ 1299.00
price: dollar, American page      | en-US | money | $12.50 ~ $1,299.00 => $ 12.50 ~ $ 1299.00
price: dollars of countries       |    | money    | US$12.50 ~ C$12.50 ~ A$12.50 => USD 12.50 ~ CAD 12.50 ~ AUD 12.50
price: code before                |    | money    | USD 12.50 ~ USD 1,299.00 => USD 12.50 ~ USD 1299.00
price: code after                 |    | money    | 12.50 USD ~ 1,299.00 USD => USD 12.50 ~ USD 1299.00
price: euro before                | en | money    | €12.50 ~ €1,299.00 => EUR 12.50 ~ EUR 1299.00
price: euro after                 | de | money    | 12,50 € ~ 1.299,00 € => EUR 12.50 ~ EUR 1299.00
price: euro, language unknown     |    | money    | 12,50 € ~ 1.299,00 € => EUR 12.50 ~ EUR 1299.00
price: euro, no cents             | de | money    | 1.299,- € ~ 12,– € => EUR 1299.00 ~ EUR 12.00
price: euro, point and three      |    | text     | 1.500 € ~ 2.500 €
price: euro, point and three, de  | de | money    | 1.500 € ~ 2.500 € => EUR 1500.00 ~ EUR 2500.00
price: fuel                       | en | money    | $3.459 ~ $3.299 => $ 3.459 ~ $ 3.299
price: fuel, German               | de | text     | 1,759 € ~ 1,699 €
price: pound                      | en | money    | £5 ~ £1,200.50 => GBP 5.00 ~ GBP 1200.50
price: yen                        | ja | money    | ¥1,200 ~ ¥980 => ¥ 1200 ~ ¥ 980
price: yen, written               | ja | money    | 1,200円 ~ 980円 => JPY 1200 ~ JPY 980
price: crowns                     | sv | money    | 1 500 kr ~ 99 kr => kr 1500.00 ~ kr 99.00
price: zloty                      | pl | money    | 1 234,50 zł ~ 9,99 zł => PLN 1234.50 ~ PLN 9.99
price: franc                      | de | money    | CHF 1'250.- ~ CHF 12.50 => CHF 1250.00 ~ CHF 12.50
price: rupee                      | en | money    | ₹1,23,456 ~ ₹999 => INR 123456.00 ~ INR 999.00
price: real                       | pt | money    | R$ 1.234,56 ~ R$ 9,90 => BRL 1234.56 ~ BRL 9.90
price: minus before               |    | money    | -$5.00 ~ $12.00 => $ -5.00 ~ $ 12.00
price: minus after                |    | money    | $-5.00 ~ $12.00 => $ -5.00 ~ $ 12.00
price: accounting negatives       |    | text     | ($5.00) ~ ($12.00)
price: from                       |    | text     | from $5 ~ from $12
price: range                      |    | text     | $5 - $10 ~ $12 - $20
price: per unit                   |    | text     | $5/kg ~ $12/kg
price: each                       |    | text     | $5 each ~ $12 each
price: millions                   |    | text     | $1.2m ~ $3.5m
price: old and new                |    | text     | $12.00 $10.00 ~ $15.00 $11.00
price: asterisk                   | de | text     | 12,50 €* ~ 9,99 €*
price: cents                      |    | text     | 99¢ ~ 50¢
price: on request                 |    | money    | $1.00 ~ $2.00 ~ $3.00 ~ $4.00 ~ on request => $ 1.00 ~ $ 2.00 ~ $ 3.00 ~ $ 4.00 ~ on request
price: leading zero               |    | text     | $05 ~ $07
price: amount alone               |    | number   | 12.50 ~ 9.99
e-mail                            |    | email    | jo@example.org ~ ann@example.org
e-mail: capitals                  |    | email    | Jo.Doe@Example.ORG ~ A@b.example => Jo.Doe@example.org ~ A@b.example
e-mail: hidden                    |    | text     | jo (at) example.org ~ ann (at) example.org
e-mail: with name                 |    | text     | Jo <jo@example.org> ~ Ann <ann@example.org>
address: web                      |    | url      | https://a.example/b ~ https://a.example/c
address: web, no scheme           |    | text     | www.a.example/b ~ www.a.example/c
nothing                           |    | text     | n/a ~ - ~ none
yes and no                        |    | text     | yes ~ no ~ yes
names                             |    | text     | Ada Lovelace ~ Alan Turing
streets                           |    | text     | 221B Baker Street ~ 10 Downing Street
sizes                             |    | text     | S ~ M ~ 38 ~ 40
flights                           |    | text     | LH 400 ~ BA 117
seats                             |    | text     | 12A ~ 3C
chess                             |    | text     | 1-0 ~ ½-½ ~ 0-1
verses                            |    | text     | 3:16 ~ 23:1
dice                              |    | text     | 2d6 ~ 1d20
blood pressure                    |    | text     | 120/80 ~ 130/85
aspect                            |    | text     | 1920x1080 ~ 2560x1440
)";

struct ColumnCase {
  std::string_view what, language, type;
  std::vector<std::string_view> cells, printed;
};

std::vector<std::string_view> split(std::string_view text, std::string_view by) {
  std::vector<std::string_view> parts;
  for (;;) {
    const size_t at = text.find(by);
    parts.push_back(trim(text.substr(0, at)));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + by.size());
  }
}

std::vector<ColumnCase> columns() {
  std::vector<ColumnCase> cases;
  for (std::string_view table = kColumns; !table.empty();) {
    const std::string_view line = take_line(table);
    if (line.empty()) continue;
    const auto fields = split(line, " | ");
    ColumnCase one{fields[0], fields[1], fields[2], {}, {}};
    const auto sides = split(fields[3], " => ");
    one.cells = split(sides[0], " ~ ");
    one.printed = sides.size() > 1 ? split(sides[1], " ~ ") : one.cells;
    cases.push_back(std::move(one));
  }
  return cases;
}

TEST(WholeValueTest, TypesColumnsWithoutLoss) {
  EXPECT_GE(columns().size(), 200u);
  for (const ColumnCase& c : columns()) {
    const NormalizeContext context{.language = c.language};
    const ValueType type = column_type(c.cells, context);
    EXPECT_EQ(name_of(type), c.type) << c.what;
    ASSERT_EQ(c.cells.size(), c.printed.size()) << c.what;
    for (size_t i = 0; i < c.cells.size(); ++i) {
      const auto value = whole_value(type, c.cells[i], context);
      EXPECT_EQ(value.value_or(std::string(c.cells[i])), c.printed[i]) << c.what;
      if (!value) continue;
      EXPECT_TRUE(whole_value(type, *value, context)) << c.what;  // It is read again.
    }
  }
}

// Typed cells keep their digits, whatever column they stand in.
TEST(WholeValueTest, TypesNoCellOfAnotherColumnWrongly) {
  const auto digits = [](std::string_view text) {
    std::string kept;
    for (const char c : text) {
      if (is_ascii_digit(c)) kept += c;
    }
    return kept;
  };
  for (const ColumnCase& c : columns()) {
    for (const std::string_view cell : c.cells) {
      const auto number = whole_value(ValueType::kNumber, cell, {.language = c.language});
      if (!number || c.language == "ja") continue;
      EXPECT_EQ(digits(*number), digits(cell)) << c.what;
    }
  }
}

TEST(WholeValueTest, NamesSharedCurrenciesOnlyWithEvidence) {
  EXPECT_EQ(whole_value(ValueType::kMoney, "$5", {}), "$ 5.00");
  EXPECT_EQ(whole_value(ValueType::kMoney, "$5", {.currency = "CAD"}), "CAD 5.00");
  EXPECT_EQ(whole_value(ValueType::kMoney, "$5", {.currency = "EUR"}), "$ 5.00");
  EXPECT_EQ(whole_value(ValueType::kMoney, "5 kr", {.currency = "NOK"}), "NOK 5.00");
  EXPECT_EQ(whole_value(ValueType::kMoney, "¥500", {.currency = "CNY"}), "CNY 500.00");
}

}  // namespace
}  // namespace weft::value
