// The countries and territories of ISO 3166-1 (and Kosovo): alpha-2, alpha-3, short English name, and other names in use.

/** One line per country: `AA AAA Name | alias | alias`. */
const TABLE = `
AD AND Andorra
AE ARE United Arab Emirates | UAE | Emirates | Dubai | Abu Dhabi
AF AFG Afghanistan
AG ATG Antigua and Barbuda | Antigua
AI AIA Anguilla
AL ALB Albania
AM ARM Armenia
AO AGO Angola
AQ ATA Antarctica
AR ARG Argentina
AS ASM American Samoa
AT AUT Austria
AU AUS Australia | Commonwealth of Australia
AW ABW Aruba
AX ALA Åland Islands | Aland
AZ AZE Azerbaijan
BA BIH Bosnia and Herzegovina | Bosnia | Bosnia-Herzegovina | BiH
BB BRB Barbados
BD BGD Bangladesh
BE BEL Belgium
BF BFA Burkina Faso
BG BGR Bulgaria
BH BHR Bahrain
BI BDI Burundi
BJ BEN Benin
BL BLM Saint Barthélemy | St Barts
BM BMU Bermuda
BN BRN Brunei | Brunei Darussalam
BO BOL Bolivia | Plurinational State of Bolivia
BQ BES Caribbean Netherlands | Bonaire | Bonaire, Sint Eustatius and Saba
BR BRA Brazil
BS BHS Bahamas
BT BTN Bhutan
BV BVT Bouvet Island
BW BWA Botswana
BY BLR Belarus | Byelorussia | White Russia
BZ BLZ Belize
CA CAN Canada
CC CCK Cocos (Keeling) Islands | Cocos Islands
CD COD Congo (Kinshasa) | Democratic Republic of the Congo | DR Congo | DRC | Congo-Kinshasa | Zaire | Congo, Democratic Republic
CF CAF Central African Republic | CAR
CG COG Congo (Brazzaville) | Republic of the Congo | Congo-Brazzaville | Congo Republic
CH CHE Switzerland | Swiss Confederation | Confoederatio Helvetica
CI CIV Côte d'Ivoire | Ivory Coast
CK COK Cook Islands
CL CHL Chile
CM CMR Cameroon
CN CHN China | PRC | PR China | People's Republic of China | Mainland China
CO COL Colombia
CR CRI Costa Rica
CU CUB Cuba
CV CPV Cape Verde | Cabo Verde
CW CUW Curaçao
CX CXR Christmas Island
CY CYP Cyprus
CZ CZE Czechia | Czech Republic
DE DEU Germany | Federal Republic of Germany | BRD | FRG | GER
DJ DJI Djibouti
DK DNK Denmark
DM DMA Dominica
DO DOM Dominican Republic
DZ DZA Algeria
EC ECU Ecuador
EE EST Estonia
EG EGY Egypt | Arab Republic of Egypt
EH ESH Western Sahara
ER ERI Eritrea
ES ESP Spain
ET ETH Ethiopia
FI FIN Finland
FJ FJI Fiji
FK FLK Falkland Islands | Malvinas
FM FSM Micronesia | Federated States of Micronesia
FO FRO Faroe Islands | Faeroe Islands
FR FRA France | French Republic
GA GAB Gabon
GB GBR United Kingdom | UK | Great Britain | Britain | England | Scotland | Wales | Northern Ireland | United Kingdom of Great Britain and Northern Ireland
GD GRD Grenada
GE GEO Georgia | Sakartvelo
GF GUF French Guiana
GG GGY Guernsey
GH GHA Ghana
GI GIB Gibraltar
GL GRL Greenland
GM GMB Gambia
GN GIN Guinea
GP GLP Guadeloupe
GQ GNQ Equatorial Guinea
GR GRC Greece | Hellas | Hellenic Republic | EL
GS SGS South Georgia and the South Sandwich Islands
GT GTM Guatemala
GU GUM Guam
GW GNB Guinea-Bissau
GY GUY Guyana
HK HKG Hong Kong | Hong Kong SAR | HKSAR | Hong Kong, China | Hongkong
HM HMD Heard Island and McDonald Islands
HN HND Honduras
HR HRV Croatia
HT HTI Haiti
HU HUN Hungary
ID IDN Indonesia
IE IRL Ireland | Republic of Ireland | Eire
IL ISR Israel
IM IMN Isle of Man
IN IND India | Bharat
IO IOT British Indian Ocean Territory
IQ IRQ Iraq
IR IRN Iran | Islamic Republic of Iran | Persia
IS ISL Iceland
IT ITA Italy
JE JEY Jersey
JM JAM Jamaica
JO JOR Jordan
JP JPN Japan | Nippon | Nihon
KE KEN Kenya
KG KGZ Kyrgyzstan | Kyrgyz Republic
KH KHM Cambodia
KI KIR Kiribati
KM COM Comoros
KN KNA Saint Kitts and Nevis | St Kitts
KP PRK North Korea | DPRK | Democratic People's Republic of Korea
KR KOR South Korea | Korea | Republic of Korea | Korea, South | Korea, Republic of | ROK | S Korea
KW KWT Kuwait
KY CYM Cayman Islands | Cayman
KZ KAZ Kazakhstan
LA LAO Laos | Lao PDR | Lao People's Democratic Republic
LB LBN Lebanon
LC LCA Saint Lucia
LI LIE Liechtenstein
LK LKA Sri Lanka | Ceylon
LR LBR Liberia
LS LSO Lesotho
LT LTU Lithuania
LU LUX Luxembourg | Luxemburg
LV LVA Latvia
LY LBY Libya
MA MAR Morocco
MC MCO Monaco
MD MDA Moldova | Republic of Moldova
ME MNE Montenegro
MF MAF Saint Martin
MG MDG Madagascar
MH MHL Marshall Islands
MK MKD North Macedonia | Macedonia | FYROM | Republic of Macedonia
ML MLI Mali
MM MMR Myanmar | Burma
MN MNG Mongolia
MO MAC Macao | Macau | Macao SAR
MP MNP Northern Mariana Islands
MQ MTQ Martinique
MR MRT Mauritania
MS MSR Montserrat
MT MLT Malta
MU MUS Mauritius
MV MDV Maldives
MW MWI Malawi
MX MEX Mexico
MY MYS Malaysia
MZ MOZ Mozambique
NA NAM Namibia
NC NCL New Caledonia
NE NER Niger
NF NFK Norfolk Island
NG NGA Nigeria
NI NIC Nicaragua
NL NLD Netherlands | Holland | NED | Kingdom of the Netherlands
NO NOR Norway
NP NPL Nepal
NR NRU Nauru
NU NIU Niue
NZ NZL New Zealand | Aotearoa
OM OMN Oman
PA PAN Panama
PE PER Peru
PF PYF French Polynesia | Tahiti
PG PNG Papua New Guinea
PH PHL Philippines
PK PAK Pakistan
PL POL Poland
PM SPM Saint Pierre and Miquelon
PN PCN Pitcairn Islands | Pitcairn
PR PRI Puerto Rico
PS PSE Palestine | State of Palestine | Palestinian Territories
PT PRT Portugal
PW PLW Palau
PY PRY Paraguay
QA QAT Qatar
RE REU Réunion
RO ROU Romania | ROM | Rumania
RS SRB Serbia
RU RUS Russia | Russian Federation
RW RWA Rwanda
SA SAU Saudi Arabia | KSA | Kingdom of Saudi Arabia
SB SLB Solomon Islands
SC SYC Seychelles
SD SDN Sudan
SE SWE Sweden
SG SGP Singapore
SH SHN Saint Helena | Saint Helena, Ascension and Tristan da Cunha
SI SVN Slovenia
SJ SJM Svalbard and Jan Mayen | Svalbard
SK SVK Slovakia | Slovak Republic
SL SLE Sierra Leone
SM SMR San Marino
SN SEN Senegal
SO SOM Somalia
SR SUR Suriname
SS SSD South Sudan
ST STP São Tomé and Príncipe
SV SLV El Salvador
SX SXM Sint Maarten
SY SYR Syria | Syrian Arab Republic
SZ SWZ Eswatini | Swaziland
TC TCA Turks and Caicos Islands | Turks and Caicos
TD TCD Chad
TF ATF French Southern Territories
TG TGO Togo
TH THA Thailand | Siam
TJ TJK Tajikistan
TK TKL Tokelau
TL TLS Timor-Leste | East Timor
TM TKM Turkmenistan
TN TUN Tunisia
TO TON Tonga
TR TUR Türkiye | Turkey
TT TTO Trinidad and Tobago | Trinidad
TV TUV Tuvalu
TW TWN Taiwan | Republic of China | ROC | Taiwan, Province of China | Chinese Taipei
TZ TZA Tanzania | United Republic of Tanzania
UA UKR Ukraine
UG UGA Uganda
UM UMI United States Minor Outlying Islands
US USA United States | United States of America | America | US of A | The States
UY URY Uruguay
UZ UZB Uzbekistan
VA VAT Vatican City | Vatican | Holy See
VC VCT Saint Vincent and the Grenadines | St Vincent
VE VEN Venezuela | Bolivarian Republic of Venezuela
VG VGB British Virgin Islands | BVI | Virgin Islands, British
VI VIR U.S. Virgin Islands | USVI | Virgin Islands, U.S.
VN VNM Vietnam | Viet Nam
VU VUT Vanuatu
WF WLF Wallis and Futuna
WS WSM Samoa | Western Samoa
XK XKX Kosovo
YE YEM Yemen
YT MYT Mayotte
ZA ZAF South Africa | RSA
ZM ZMB Zambia
ZW ZWE Zimbabwe
`

export interface Country {
  /** ISO 3166-1 alpha-2; XK is user-assigned. */
  iso2: string
  iso3: string
  /** Short English name. */
  name: string
  aliases: readonly string[]
}

export const COUNTRIES: readonly Country[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [name = '', ...aliases] = line.slice(7).split(' | ')
    return { iso2: line.slice(0, 2), iso3: line.slice(3, 6), name, aliases }
  })
