// The codes and titles of NAICS 2022 of the United States, and what they were in SIC 1987 and are in ISIC Rev. 4: works of the Census Bureau, in the public domain.

/** One line a code. An industry of five digits whose only part has its title is left out. */
export const NAICS_LIST = `
11 Agriculture, Forestry, Fishing and Hunting
111 Crop Production
1111 Oilseed and Grain Farming
111110 Soybean Farming
111120 Oilseed (except Soybean) Farming
111130 Dry Pea and Bean Farming
111140 Wheat Farming
111150 Corn Farming
111160 Rice Farming
11119 Other Grain Farming
111191 Oilseed and Grain Combination Farming
111199 All Other Grain Farming
1112 Vegetable and Melon Farming
11121 Vegetable and Melon Farming
111211 Potato Farming
111219 Other Vegetable (except Potato) and Melon Farming
1113 Fruit and Tree Nut Farming
111310 Orange Groves
111320 Citrus (except Orange) Groves
11133 Noncitrus Fruit and Tree Nut Farming
111331 Apple Orchards
111332 Grape Vineyards
111333 Strawberry Farming
111334 Berry (except Strawberry) Farming
111335 Tree Nut Farming
111336 Fruit and Tree Nut Combination Farming
111339 Other Noncitrus Fruit Farming
1114 Greenhouse, Nursery, and Floriculture Production
11141 Food Crops Grown Under Cover
111411 Mushroom Production
111419 Other Food Crops Grown Under Cover
11142 Nursery and Floriculture Production
111421 Nursery and Tree Production
111422 Floriculture Production
1119 Other Crop Farming
111910 Tobacco Farming
111920 Cotton Farming
111930 Sugarcane Farming
111940 Hay Farming
11199 All Other Crop Farming
111991 Sugar Beet Farming
111992 Peanut Farming
111998 All Other Miscellaneous Crop Farming
112 Animal Production and Aquaculture
1121 Cattle Ranching and Farming
11211 Beef Cattle Ranching and Farming, including Feedlots
112111 Beef Cattle Ranching and Farming
112112 Cattle Feedlots
112120 Dairy Cattle and Milk Production
112130 Dual-Purpose Cattle Ranching and Farming
1122 Hog and Pig Farming
112210 Hog and Pig Farming
1123 Poultry and Egg Production
112310 Chicken Egg Production
112320 Broilers and Other Meat Type Chicken Production
112330 Turkey Production
112340 Poultry Hatcheries
112390 Other Poultry Production
1124 Sheep and Goat Farming
112410 Sheep Farming
112420 Goat Farming
1125 Aquaculture
11251 Aquaculture
112511 Finfish Farming and Fish Hatcheries
112512 Shellfish Farming
112519 Other Aquaculture
1129 Other Animal Production
112910 Apiculture
112920 Horses and Other Equine Production
112930 Fur-Bearing Animal and Rabbit Production
112990 All Other Animal Production
113 Forestry and Logging
1131 Timber Tract Operations
113110 Timber Tract Operations
1132 Forest Nurseries and Gathering of Forest Products
113210 Forest Nurseries and Gathering of Forest Products
1133 Logging
113310 Logging
114 Fishing, Hunting and Trapping
1141 Fishing
11411 Fishing
114111 Finfish Fishing
114112 Shellfish Fishing
114119 Other Marine Fishing
1142 Hunting and Trapping
114210 Hunting and Trapping
115 Support Activities for Agriculture and Forestry
1151 Support Activities for Crop Production
11511 Support Activities for Crop Production
115111 Cotton Ginning
115112 Soil Preparation, Planting, and Cultivating
115113 Crop Harvesting, Primarily by Machine
115114 Postharvest Crop Activities (except Cotton Ginning)
115115 Farm Labor Contractors and Crew Leaders
115116 Farm Management Services
1152 Support Activities for Animal Production
115210 Support Activities for Animal Production
1153 Support Activities for Forestry
115310 Support Activities for Forestry
21 Mining, Quarrying, and Oil and Gas Extraction
211 Oil and Gas Extraction
2111 Oil and Gas Extraction
211120 Crude Petroleum Extraction
211130 Natural Gas Extraction
212 Mining (except Oil and Gas)
2121 Coal Mining
21211 Coal Mining
212114 Surface Coal Mining
212115 Underground Coal Mining
2122 Metal Ore Mining
212210 Iron Ore Mining
212220 Gold Ore and Silver Ore Mining
212230 Copper, Nickel, Lead, and Zinc Mining
212290 Other Metal Ore Mining
2123 Nonmetallic Mineral Mining and Quarrying
21231 Stone Mining and Quarrying
212311 Dimension Stone Mining and Quarrying
212312 Crushed and Broken Limestone Mining and Quarrying
212313 Crushed and Broken Granite Mining and Quarrying
212319 Other Crushed and Broken Stone Mining and Quarrying
21232 Sand, Gravel, Clay, and Ceramic and Refractory Minerals Mining and Quarrying
212321 Construction Sand and Gravel Mining
212322 Industrial Sand Mining
212323 Kaolin, Clay, and Ceramic and Refractory Minerals Mining
212390 Other Nonmetallic Mineral Mining and Quarrying
213 Support Activities for Mining
2131 Support Activities for Mining
21311 Support Activities for Mining
213111 Drilling Oil and Gas Wells
213112 Support Activities for Oil and Gas Operations
213113 Support Activities for Coal Mining
213114 Support Activities for Metal Mining
213115 Support Activities for Nonmetallic Minerals (except Fuels) Mining
22 Utilities
221 Utilities
2211 Electric Power Generation, Transmission and Distribution
22111 Electric Power Generation
221111 Hydroelectric Power Generation
221112 Fossil Fuel Electric Power Generation
221113 Nuclear Electric Power Generation
221114 Solar Electric Power Generation
221115 Wind Electric Power Generation
221116 Geothermal Electric Power Generation
221117 Biomass Electric Power Generation
221118 Other Electric Power Generation
22112 Electric Power Transmission, Control, and Distribution
221121 Electric Bulk Power Transmission and Control
221122 Electric Power Distribution
2212 Natural Gas Distribution
221210 Natural Gas Distribution
2213 Water, Sewage and Other Systems
221310 Water Supply and Irrigation Systems
221320 Sewage Treatment Facilities
221330 Steam and Air-Conditioning Supply
23 Construction
236 Construction of Buildings
2361 Residential Building Construction
23611 Residential Building Construction
236115 New Single-Family Housing Construction (except For-Sale Builders)
236116 New Multifamily Housing Construction (except For-Sale Builders)
236117 New Housing For-Sale Builders
236118 Residential Remodelers
2362 Nonresidential Building Construction
236210 Industrial Building Construction
236220 Commercial and Institutional Building Construction
237 Heavy and Civil Engineering Construction
2371 Utility System Construction
237110 Water and Sewer Line and Related Structures Construction
237120 Oil and Gas Pipeline and Related Structures Construction
237130 Power and Communication Line and Related Structures Construction
2372 Land Subdivision
237210 Land Subdivision
2373 Highway, Street, and Bridge Construction
237310 Highway, Street, and Bridge Construction
2379 Other Heavy and Civil Engineering Construction
237990 Other Heavy and Civil Engineering Construction
238 Specialty Trade Contractors
2381 Foundation, Structure, and Building Exterior Contractors
238110 Poured Concrete Foundation and Structure Contractors
238120 Structural Steel and Precast Concrete Contractors
238130 Framing Contractors
238140 Masonry Contractors
238150 Glass and Glazing Contractors
238160 Roofing Contractors
238170 Siding Contractors
238190 Other Foundation, Structure, and Building Exterior Contractors
2382 Building Equipment Contractors
238210 Electrical Contractors and Other Wiring Installation Contractors
238220 Plumbing, Heating, and Air-Conditioning Contractors
238290 Other Building Equipment Contractors
2383 Building Finishing Contractors
238310 Drywall and Insulation Contractors
238320 Painting and Wall Covering Contractors
238330 Flooring Contractors
238340 Tile and Terrazzo Contractors
238350 Finish Carpentry Contractors
238390 Other Building Finishing Contractors
2389 Other Specialty Trade Contractors
238910 Site Preparation Contractors
238990 All Other Specialty Trade Contractors
31-33 Manufacturing
311 Food Manufacturing
3111 Animal Food Manufacturing
31111 Animal Food Manufacturing
311111 Dog and Cat Food Manufacturing
311119 Other Animal Food Manufacturing
3112 Grain and Oilseed Milling
31121 Flour Milling and Malt Manufacturing
311211 Flour Milling
311212 Rice Milling
311213 Malt Manufacturing
31122 Starch and Vegetable Fats and Oils Manufacturing
311221 Wet Corn Milling and Starch Manufacturing
311224 Soybean and Other Oilseed Processing
311225 Fats and Oils Refining and Blending
311230 Breakfast Cereal Manufacturing
3113 Sugar and Confectionery Product Manufacturing
31131 Sugar Manufacturing
311313 Beet Sugar Manufacturing
311314 Cane Sugar Manufacturing
311340 Nonchocolate Confectionery Manufacturing
31135 Chocolate and Confectionery Manufacturing
311351 Chocolate and Confectionery Manufacturing from Cacao Beans
311352 Confectionery Manufacturing from Purchased Chocolate
3114 Fruit and Vegetable Preserving and Specialty Food Manufacturing
31141 Frozen Food Manufacturing
311411 Frozen Fruit, Juice, and Vegetable Manufacturing
311412 Frozen Specialty Food Manufacturing
31142 Fruit and Vegetable Canning, Pickling, and Drying
311421 Fruit and Vegetable Canning
311422 Specialty Canning
311423 Dried and Dehydrated Food Manufacturing
3115 Dairy Product Manufacturing
31151 Dairy Product (except Frozen) Manufacturing
311511 Fluid Milk Manufacturing
311512 Creamery Butter Manufacturing
311513 Cheese Manufacturing
311514 Dry, Condensed, and Evaporated Dairy Product Manufacturing
311520 Ice Cream and Frozen Dessert Manufacturing
3116 Animal Slaughtering and Processing
31161 Animal Slaughtering and Processing
311611 Animal (except Poultry) Slaughtering
311612 Meat Processed from Carcasses
311613 Rendering and Meat Byproduct Processing
311615 Poultry Processing
3117 Seafood Product Preparation and Packaging
311710 Seafood Product Preparation and Packaging
3118 Bakeries and Tortilla Manufacturing
31181 Bread and Bakery Product Manufacturing
311811 Retail Bakeries
311812 Commercial Bakeries
311813 Frozen Cakes, Pies, and Other Pastries Manufacturing
31182 Cookie, Cracker, and Pasta Manufacturing
311821 Cookie and Cracker Manufacturing
311824 Dry Pasta, Dough, and Flour Mixes Manufacturing from Purchased Flour
311830 Tortilla Manufacturing
3119 Other Food Manufacturing
31191 Snack Food Manufacturing
311911 Roasted Nuts and Peanut Butter Manufacturing
311919 Other Snack Food Manufacturing
311920 Coffee and Tea Manufacturing
311930 Flavoring Syrup and Concentrate Manufacturing
31194 Seasoning and Dressing Manufacturing
311941 Mayonnaise, Dressing, and Other Prepared Sauce Manufacturing
311942 Spice and Extract Manufacturing
31199 All Other Food Manufacturing
311991 Perishable Prepared Food Manufacturing
311999 All Other Miscellaneous Food Manufacturing
312 Beverage and Tobacco Product Manufacturing
3121 Beverage Manufacturing
31211 Soft Drink and Ice Manufacturing
312111 Soft Drink Manufacturing
312112 Bottled Water Manufacturing
312113 Ice Manufacturing
312120 Breweries
312130 Wineries
312140 Distilleries
3122 Tobacco Manufacturing
312230 Tobacco Manufacturing
313 Textile Mills
3131 Fiber, Yarn, and Thread Mills
313110 Fiber, Yarn, and Thread Mills
3132 Fabric Mills
313210 Broadwoven Fabric Mills
313220 Narrow Fabric Mills and Schiffli Machine Embroidery
313230 Nonwoven Fabric Mills
313240 Knit Fabric Mills
3133 Textile and Fabric Finishing and Fabric Coating Mills
313310 Textile and Fabric Finishing Mills
313320 Fabric Coating Mills
314 Textile Product Mills
3141 Textile Furnishings Mills
314110 Carpet and Rug Mills
314120 Curtain and Linen Mills
3149 Other Textile Product Mills
314910 Textile Bag and Canvas Mills
31499 All Other Textile Product Mills
314994 Rope, Cordage, Twine, Tire Cord, and Tire Fabric Mills
314999 All Other Miscellaneous Textile Product Mills
315 Apparel Manufacturing
3151 Apparel Knitting Mills
315120 Apparel Knitting Mills
3152 Cut and Sew Apparel Manufacturing
315210 Cut and Sew Apparel Contractors
315250 Cut and Sew Apparel Manufacturing (except Contractors)
3159 Apparel Accessories and Other Apparel Manufacturing
315990 Apparel Accessories and Other Apparel Manufacturing
316 Leather and Allied Product Manufacturing
3161 Leather and Hide Tanning and Finishing
316110 Leather and Hide Tanning and Finishing
3162 Footwear Manufacturing
316210 Footwear Manufacturing
3169 Other Leather and Allied Product Manufacturing
316990 Other Leather and Allied Product Manufacturing
321 Wood Product Manufacturing
3211 Sawmills and Wood Preservation
32111 Sawmills and Wood Preservation
321113 Sawmills
321114 Wood Preservation
3212 Veneer, Plywood, and Engineered Wood Product Manufacturing
32121 Veneer, Plywood, and Engineered Wood Product Manufacturing
321211 Hardwood Veneer and Plywood Manufacturing
321212 Softwood Veneer and Plywood Manufacturing
321215 Engineered Wood Member Manufacturing
321219 Reconstituted Wood Product Manufacturing
3219 Other Wood Product Manufacturing
32191 Millwork
321911 Wood Window and Door Manufacturing
321912 Cut Stock, Resawing Lumber, and Planing
321918 Other Millwork (including Flooring)
321920 Wood Container and Pallet Manufacturing
32199 All Other Wood Product Manufacturing
321991 Manufactured Home (Mobile Home) Manufacturing
321992 Prefabricated Wood Building Manufacturing
321999 All Other Miscellaneous Wood Product Manufacturing
322 Paper Manufacturing
3221 Pulp, Paper, and Paperboard Mills
322110 Pulp Mills
322120 Paper Mills
322130 Paperboard Mills
3222 Converted Paper Product Manufacturing
32221 Paperboard Container Manufacturing
322211 Corrugated and Solid Fiber Box Manufacturing
322212 Folding Paperboard Box Manufacturing
322219 Other Paperboard Container Manufacturing
322220 Paper Bag and Coated and Treated Paper Manufacturing
322230 Stationery Product Manufacturing
32229 Other Converted Paper Product Manufacturing
322291 Sanitary Paper Product Manufacturing
322299 All Other Converted Paper Product Manufacturing
323 Printing and Related Support Activities
3231 Printing and Related Support Activities
32311 Printing
323111 Commercial Printing (except Screen and Books)
323113 Commercial Screen Printing
323117 Books Printing
323120 Support Activities for Printing
324 Petroleum and Coal Products Manufacturing
3241 Petroleum and Coal Products Manufacturing
324110 Petroleum Refineries
32412 Asphalt Paving, Roofing, and Saturated Materials Manufacturing
324121 Asphalt Paving Mixture and Block Manufacturing
324122 Asphalt Shingle and Coating Materials Manufacturing
32419 Other Petroleum and Coal Products Manufacturing
324191 Petroleum Lubricating Oil and Grease Manufacturing
324199 All Other Petroleum and Coal Products Manufacturing
325 Chemical Manufacturing
3251 Basic Chemical Manufacturing
325110 Petrochemical Manufacturing
325120 Industrial Gas Manufacturing
325130 Synthetic Dye and Pigment Manufacturing
325180 Other Basic Inorganic Chemical Manufacturing
32519 Other Basic Organic Chemical Manufacturing
325193 Ethyl Alcohol Manufacturing
325194 Cyclic Crude, Intermediate, and Gum and Wood Chemical Manufacturing
325199 All Other Basic Organic Chemical Manufacturing
3252 Resin, Synthetic Rubber, and Artificial and Synthetic Fibers and Filaments Manufacturing
32521 Resin and Synthetic Rubber Manufacturing
325211 Plastics Material and Resin Manufacturing
325212 Synthetic Rubber Manufacturing
325220 Artificial and Synthetic Fibers and Filaments Manufacturing
3253 Pesticide, Fertilizer, and Other Agricultural Chemical Manufacturing
32531 Fertilizer and Compost Manufacturing
325311 Nitrogenous Fertilizer Manufacturing
325312 Phosphatic Fertilizer Manufacturing
325314 Fertilizer (Mixing Only) Manufacturing
325315 Compost Manufacturing
325320 Pesticide and Other Agricultural Chemical Manufacturing
3254 Pharmaceutical and Medicine Manufacturing
32541 Pharmaceutical and Medicine Manufacturing
325411 Medicinal and Botanical Manufacturing
325412 Pharmaceutical Preparation Manufacturing
325413 In-Vitro Diagnostic Substance Manufacturing
325414 Biological Product (except Diagnostic) Manufacturing
3255 Paint, Coating, and Adhesive Manufacturing
325510 Paint and Coating Manufacturing
325520 Adhesive Manufacturing
3256 Soap, Cleaning Compound, and Toilet Preparation Manufacturing
32561 Soap and Cleaning Compound Manufacturing
325611 Soap and Other Detergent Manufacturing
325612 Polish and Other Sanitation Good Manufacturing
325613 Surface Active Agent Manufacturing
325620 Toilet Preparation Manufacturing
3259 Other Chemical Product and Preparation Manufacturing
325910 Printing Ink Manufacturing
325920 Explosives Manufacturing
32599 All Other Chemical Product and Preparation Manufacturing
325991 Custom Compounding of Purchased Resins
325992 Photographic Film, Paper, Plate, Chemical, and Copy Toner Manufacturing
325998 All Other Miscellaneous Chemical Product and Preparation Manufacturing
326 Plastics and Rubber Products Manufacturing
3261 Plastics Product Manufacturing
32611 Plastics Packaging Materials and Unlaminated Film and Sheet Manufacturing
326111 Plastics Bag and Pouch Manufacturing
326112 Plastics Packaging Film and Sheet (including Laminated) Manufacturing
326113 Unlaminated Plastics Film and Sheet (except Packaging) Manufacturing
32612 Plastics Pipe, Pipe Fitting, and Unlaminated Profile Shape Manufacturing
326121 Unlaminated Plastics Profile Shape Manufacturing
326122 Plastics Pipe and Pipe Fitting Manufacturing
326130 Laminated Plastics Plate, Sheet (except Packaging), and Shape Manufacturing
326140 Polystyrene Foam Product Manufacturing
326150 Urethane and Other Foam Product (except Polystyrene) Manufacturing
326160 Plastics Bottle Manufacturing
32619 Other Plastics Product Manufacturing
326191 Plastics Plumbing Fixture Manufacturing
326199 All Other Plastics Product Manufacturing
3262 Rubber Product Manufacturing
32621 Tire Manufacturing
326211 Tire Manufacturing (except Retreading)
326212 Tire Retreading
326220 Rubber and Plastics Hoses and Belting Manufacturing
32629 Other Rubber Product Manufacturing
326291 Rubber Product Manufacturing for Mechanical Use
326299 All Other Rubber Product Manufacturing
327 Nonmetallic Mineral Product Manufacturing
3271 Clay Product and Refractory Manufacturing
327110 Pottery, Ceramics, and Plumbing Fixture Manufacturing
327120 Clay Building Material and Refractories Manufacturing
3272 Glass and Glass Product Manufacturing
32721 Glass and Glass Product Manufacturing
327211 Flat Glass Manufacturing
327212 Other Pressed and Blown Glass and Glassware Manufacturing
327213 Glass Container Manufacturing
327215 Glass Product Manufacturing Made of Purchased Glass
3273 Cement and Concrete Product Manufacturing
327310 Cement Manufacturing
327320 Ready-Mix Concrete Manufacturing
32733 Concrete Pipe, Brick, and Block Manufacturing
327331 Concrete Block and Brick Manufacturing
327332 Concrete Pipe Manufacturing
327390 Other Concrete Product Manufacturing
3274 Lime and Gypsum Product Manufacturing
327410 Lime Manufacturing
327420 Gypsum Product Manufacturing
3279 Other Nonmetallic Mineral Product Manufacturing
327910 Abrasive Product Manufacturing
32799 All Other Nonmetallic Mineral Product Manufacturing
327991 Cut Stone and Stone Product Manufacturing
327992 Ground or Treated Mineral and Earth Manufacturing
327993 Mineral Wool Manufacturing
327999 All Other Miscellaneous Nonmetallic Mineral Product Manufacturing
331 Primary Metal Manufacturing
3311 Iron and Steel Mills and Ferroalloy Manufacturing
331110 Iron and Steel Mills and Ferroalloy Manufacturing
3312 Steel Product Manufacturing from Purchased Steel
331210 Iron and Steel Pipe and Tube Manufacturing from Purchased Steel
33122 Rolling and Drawing of Purchased Steel
331221 Rolled Steel Shape Manufacturing
331222 Steel Wire Drawing
3313 Alumina and Aluminum Production and Processing
33131 Alumina and Aluminum Production and Processing
331313 Alumina Refining and Primary Aluminum Production
331314 Secondary Smelting and Alloying of Aluminum
331315 Aluminum Sheet, Plate, and Foil Manufacturing
331318 Other Aluminum Rolling, Drawing, and Extruding
3314 Nonferrous Metal (except Aluminum) Production and Processing
331410 Nonferrous Metal (except Aluminum) Smelting and Refining
331420 Copper Rolling, Drawing, Extruding, and Alloying
33149 Nonferrous Metal (except Copper and Aluminum) Rolling, Drawing, Extruding, and Alloying
331491 Nonferrous Metal (except Copper and Aluminum) Rolling, Drawing, and Extruding
331492 Secondary Smelting, Refining, and Alloying of Nonferrous Metal (except Copper and Aluminum)
3315 Foundries
33151 Ferrous Metal Foundries
331511 Iron Foundries
331512 Steel Investment Foundries
331513 Steel Foundries (except Investment)
33152 Nonferrous Metal Foundries
331523 Nonferrous Metal Die-Casting Foundries
331524 Aluminum Foundries (except Die-Casting)
331529 Other Nonferrous Metal Foundries (except Die-Casting)
332 Fabricated Metal Product Manufacturing
3321 Forging and Stamping
33211 Forging and Stamping
332111 Iron and Steel Forging
332112 Nonferrous Forging
332114 Custom Roll Forming
332117 Powder Metallurgy Part Manufacturing
332119 Metal Crown, Closure, and Other Metal Stamping (except Automotive)
3322 Cutlery and Handtool Manufacturing
33221 Cutlery and Handtool Manufacturing
332215 Metal Kitchen Cookware, Utensil, Cutlery, and Flatware (except Precious) Manufacturing
332216 Saw Blade and Handtool Manufacturing
3323 Architectural and Structural Metals Manufacturing
33231 Plate Work and Fabricated Structural Product Manufacturing
332311 Prefabricated Metal Building and Component Manufacturing
332312 Fabricated Structural Metal Manufacturing
332313 Plate Work Manufacturing
33232 Ornamental and Architectural Metal Products Manufacturing
332321 Metal Window and Door Manufacturing
332322 Sheet Metal Work Manufacturing
332323 Ornamental and Architectural Metal Work Manufacturing
3324 Boiler, Tank, and Shipping Container Manufacturing
332410 Power Boiler and Heat Exchanger Manufacturing
332420 Metal Tank (Heavy Gauge) Manufacturing
33243 Metal Can, Box, and Other Metal Container (Light Gauge) Manufacturing
332431 Metal Can Manufacturing
332439 Other Metal Container Manufacturing
3325 Hardware Manufacturing
332510 Hardware Manufacturing
3326 Spring and Wire Product Manufacturing
33261 Spring and Wire Product Manufacturing
332613 Spring Manufacturing
332618 Other Fabricated Wire Product Manufacturing
3327 Machine Shops; Turned Product; and Screw, Nut, and Bolt Manufacturing
332710 Machine Shops
33272 Turned Product and Screw, Nut, and Bolt Manufacturing
332721 Precision Turned Product Manufacturing
332722 Bolt, Nut, Screw, Rivet, and Washer Manufacturing
3328 Coating, Engraving, Heat Treating, and Allied Activities
33281 Coating, Engraving, Heat Treating, and Allied Activities
332811 Metal Heat Treating
332812 Metal Coating, Engraving (except Jewelry and Silverware), and Allied Services to Manufacturers
332813 Electroplating, Plating, Polishing, Anodizing, and Coloring
3329 Other Fabricated Metal Product Manufacturing
33291 Metal Valve Manufacturing
332911 Industrial Valve Manufacturing
332912 Fluid Power Valve and Hose Fitting Manufacturing
332913 Plumbing Fixture Fitting and Trim Manufacturing
332919 Other Metal Valve and Pipe Fitting Manufacturing
33299 All Other Fabricated Metal Product Manufacturing
332991 Ball and Roller Bearing Manufacturing
332992 Small Arms Ammunition Manufacturing
332993 Ammunition (except Small Arms) Manufacturing
332994 Small Arms, Ordnance, and Ordnance Accessories Manufacturing
332996 Fabricated Pipe and Pipe Fitting Manufacturing
332999 All Other Miscellaneous Fabricated Metal Product Manufacturing
333 Machinery Manufacturing
3331 Agriculture, Construction, and Mining Machinery Manufacturing
33311 Agricultural Implement Manufacturing
333111 Farm Machinery and Equipment Manufacturing
333112 Lawn and Garden Tractor and Home Lawn and Garden Equipment Manufacturing
333120 Construction Machinery Manufacturing
33313 Mining and Oil and Gas Field Machinery Manufacturing
333131 Mining Machinery and Equipment Manufacturing
333132 Oil and Gas Field Machinery and Equipment Manufacturing
3332 Industrial Machinery Manufacturing
33324 Industrial Machinery Manufacturing
333241 Food Product Machinery Manufacturing
333242 Semiconductor Machinery Manufacturing
333243 Sawmill, Woodworking, and Paper Machinery Manufacturing
333248 All Other Industrial Machinery Manufacturing
3333 Commercial and Service Industry Machinery Manufacturing
333310 Commercial and Service Industry Machinery Manufacturing
3334 Ventilation, Heating, Air-Conditioning, and Commercial Refrigeration Equipment Manufacturing
33341 Ventilation, Heating, Air-Conditioning, and Commercial Refrigeration Equipment Manufacturing
333413 Industrial and Commercial Fan and Blower and Air Purification Equipment Manufacturing
333414 Heating Equipment (except Warm Air Furnaces) Manufacturing
333415 Air-Conditioning and Warm Air Heating Equipment and Commercial and Industrial Refrigeration Equipment Manufacturing
3335 Metalworking Machinery Manufacturing
33351 Metalworking Machinery Manufacturing
333511 Industrial Mold Manufacturing
333514 Special Die and Tool, Die Set, Jig, and Fixture Manufacturing
333515 Cutting Tool and Machine Tool Accessory Manufacturing
333517 Machine Tool Manufacturing
333519 Rolling Mill and Other Metalworking Machinery Manufacturing
3336 Engine, Turbine, and Power Transmission Equipment Manufacturing
33361 Engine, Turbine, and Power Transmission Equipment Manufacturing
333611 Turbine and Turbine Generator Set Units Manufacturing
333612 Speed Changer, Industrial High-Speed Drive, and Gear Manufacturing
333613 Mechanical Power Transmission Equipment Manufacturing
333618 Other Engine Equipment Manufacturing
3339 Other General Purpose Machinery Manufacturing
33391 Pump and Compressor Manufacturing
333912 Air and Gas Compressor Manufacturing
333914 Measuring, Dispensing, and Other Pumping Equipment Manufacturing
33392 Material Handling Equipment Manufacturing
333921 Elevator and Moving Stairway Manufacturing
333922 Conveyor and Conveying Equipment Manufacturing
333923 Overhead Traveling Crane, Hoist, and Monorail System Manufacturing
333924 Industrial Truck, Tractor, Trailer, and Stacker Machinery Manufacturing
33399 All Other General Purpose Machinery Manufacturing
333991 Power-Driven Handtool Manufacturing
333992 Welding and Soldering Equipment Manufacturing
333993 Packaging Machinery Manufacturing
333994 Industrial Process Furnace and Oven Manufacturing
333995 Fluid Power Cylinder and Actuator Manufacturing
333996 Fluid Power Pump and Motor Manufacturing
333998 All Other Miscellaneous General Purpose Machinery Manufacturing
334 Computer and Electronic Product Manufacturing
3341 Computer and Peripheral Equipment Manufacturing
33411 Computer and Peripheral Equipment Manufacturing
334111 Electronic Computer Manufacturing
334112 Computer Storage Device Manufacturing
334118 Computer Terminal and Other Computer Peripheral Equipment Manufacturing
3342 Communications Equipment Manufacturing
334210 Telephone Apparatus Manufacturing
334220 Radio and Television Broadcasting and Wireless Communications Equipment Manufacturing
334290 Other Communications Equipment Manufacturing
3343 Audio and Video Equipment Manufacturing
334310 Audio and Video Equipment Manufacturing
3344 Semiconductor and Other Electronic Component Manufacturing
33441 Semiconductor and Other Electronic Component Manufacturing
334412 Bare Printed Circuit Board Manufacturing
334413 Semiconductor and Related Device Manufacturing
334416 Capacitor, Resistor, Coil, Transformer, and Other Inductor Manufacturing
334417 Electronic Connector Manufacturing
334418 Printed Circuit Assembly (Electronic Assembly) Manufacturing
334419 Other Electronic Component Manufacturing
3345 Navigational, Measuring, Electromedical, and Control Instruments Manufacturing
33451 Navigational, Measuring, Electromedical, and Control Instruments Manufacturing
334510 Electromedical and Electrotherapeutic Apparatus Manufacturing
334511 Search, Detection, Navigation, Guidance, Aeronautical, and Nautical System and Instrument Manufacturing
334512 Automatic Environmental Control Manufacturing for Residential, Commercial, and Appliance Use
334513 Instruments and Related Products Manufacturing for Measuring, Displaying, and Controlling Industrial Process Variables
334514 Totalizing Fluid Meter and Counting Device Manufacturing
334515 Instrument Manufacturing for Measuring and Testing Electricity and Electrical Signals
334516 Analytical Laboratory Instrument Manufacturing
334517 Irradiation Apparatus Manufacturing
334519 Other Measuring and Controlling Device Manufacturing
3346 Manufacturing and Reproducing Magnetic and Optical Media
334610 Manufacturing and Reproducing Magnetic and Optical Media
335 Electrical Equipment, Appliance, and Component Manufacturing
3351 Electric Lighting Equipment Manufacturing
33513 Electric Lighting Equipment Manufacturing
335131 Residential Electric Lighting Fixture Manufacturing
335132 Commercial, Industrial, and Institutional Electric Lighting Fixture Manufacturing
335139 Electric Lamp Bulb and Other Lighting Equipment Manufacturing
3352 Household Appliance Manufacturing
335210 Small Electrical Appliance Manufacturing
335220 Major Household Appliance Manufacturing
3353 Electrical Equipment Manufacturing
33531 Electrical Equipment Manufacturing
335311 Power, Distribution, and Specialty Transformer Manufacturing
335312 Motor and Generator Manufacturing
335313 Switchgear and Switchboard Apparatus Manufacturing
335314 Relay and Industrial Control Manufacturing
3359 Other Electrical Equipment and Component Manufacturing
335910 Battery Manufacturing
33592 Communication and Energy Wire and Cable Manufacturing
335921 Fiber Optic Cable Manufacturing
335929 Other Communication and Energy Wire Manufacturing
33593 Wiring Device Manufacturing
335931 Current-Carrying Wiring Device Manufacturing
335932 Noncurrent-Carrying Wiring Device Manufacturing
33599 All Other Electrical Equipment and Component Manufacturing
335991 Carbon and Graphite Product Manufacturing
335999 All Other Miscellaneous Electrical Equipment and Component Manufacturing
336 Transportation Equipment Manufacturing
3361 Motor Vehicle Manufacturing
336110 Automobile and Light Duty Motor Vehicle Manufacturing
336120 Heavy Duty Truck Manufacturing
3362 Motor Vehicle Body and Trailer Manufacturing
33621 Motor Vehicle Body and Trailer Manufacturing
336211 Motor Vehicle Body Manufacturing
336212 Truck Trailer Manufacturing
336213 Motor Home Manufacturing
336214 Travel Trailer and Camper Manufacturing
3363 Motor Vehicle Parts Manufacturing
336310 Motor Vehicle Gasoline Engine and Engine Parts Manufacturing
336320 Motor Vehicle Electrical and Electronic Equipment Manufacturing
336330 Motor Vehicle Steering and Suspension Components (except Spring) Manufacturing
336340 Motor Vehicle Brake System Manufacturing
336350 Motor Vehicle Transmission and Power Train Parts Manufacturing
336360 Motor Vehicle Seating and Interior Trim Manufacturing
336370 Motor Vehicle Metal Stamping
336390 Other Motor Vehicle Parts Manufacturing
3364 Aerospace Product and Parts Manufacturing
33641 Aerospace Product and Parts Manufacturing
336411 Aircraft Manufacturing
336412 Aircraft Engine and Engine Parts Manufacturing
336413 Other Aircraft Parts and Auxiliary Equipment Manufacturing
336414 Guided Missile and Space Vehicle Manufacturing
336415 Guided Missile and Space Vehicle Propulsion Unit and Propulsion Unit Parts Manufacturing
336419 Other Guided Missile and Space Vehicle Parts and Auxiliary Equipment Manufacturing
3365 Railroad Rolling Stock Manufacturing
336510 Railroad Rolling Stock Manufacturing
3366 Ship and Boat Building
33661 Ship and Boat Building
336611 Ship Building and Repairing
336612 Boat Building
3369 Other Transportation Equipment Manufacturing
33699 Other Transportation Equipment Manufacturing
336991 Motorcycle, Bicycle, and Parts Manufacturing
336992 Military Armored Vehicle, Tank, and Tank Component Manufacturing
336999 All Other Transportation Equipment Manufacturing
337 Furniture and Related Product Manufacturing
3371 Household and Institutional Furniture and Kitchen Cabinet Manufacturing
337110 Wood Kitchen Cabinet and Countertop Manufacturing
33712 Household and Institutional Furniture Manufacturing
337121 Upholstered Household Furniture Manufacturing
337122 Nonupholstered Wood Household Furniture Manufacturing
337126 Household Furniture (except Wood and Upholstered) Manufacturing
337127 Institutional Furniture Manufacturing
3372 Office Furniture (including Fixtures) Manufacturing
33721 Office Furniture (including Fixtures) Manufacturing
337211 Wood Office Furniture Manufacturing
337212 Custom Architectural Woodwork and Millwork Manufacturing
337214 Office Furniture (except Wood) Manufacturing
337215 Showcase, Partition, Shelving, and Locker Manufacturing
3379 Other Furniture Related Product Manufacturing
337910 Mattress Manufacturing
337920 Blind and Shade Manufacturing
339 Miscellaneous Manufacturing
3391 Medical Equipment and Supplies Manufacturing
33911 Medical Equipment and Supplies Manufacturing
339112 Surgical and Medical Instrument Manufacturing
339113 Surgical Appliance and Supplies Manufacturing
339114 Dental Equipment and Supplies Manufacturing
339115 Ophthalmic Goods Manufacturing
339116 Dental Laboratories
3399 Other Miscellaneous Manufacturing
339910 Jewelry and Silverware Manufacturing
339920 Sporting and Athletic Goods Manufacturing
339930 Doll, Toy, and Game Manufacturing
339940 Office Supplies (except Paper) Manufacturing
339950 Sign Manufacturing
33999 All Other Miscellaneous Manufacturing
339991 Gasket, Packing, and Sealing Device Manufacturing
339992 Musical Instrument Manufacturing
339993 Fastener, Button, Needle, and Pin Manufacturing
339994 Broom, Brush, and Mop Manufacturing
339995 Burial Casket Manufacturing
339999 All Other Miscellaneous Manufacturing
42 Wholesale Trade
423 Merchant Wholesalers, Durable Goods
4231 Motor Vehicle and Motor Vehicle Parts and Supplies Merchant Wholesalers
423110 Automobile and Other Motor Vehicle Merchant Wholesalers
423120 Motor Vehicle Supplies and New Parts Merchant Wholesalers
423130 Tire and Tube Merchant Wholesalers
423140 Motor Vehicle Parts (Used) Merchant Wholesalers
4232 Furniture and Home Furnishing Merchant Wholesalers
423210 Furniture Merchant Wholesalers
423220 Home Furnishing Merchant Wholesalers
4233 Lumber and Other Construction Materials Merchant Wholesalers
423310 Lumber, Plywood, Millwork, and Wood Panel Merchant Wholesalers
423320 Brick, Stone, and Related Construction Material Merchant Wholesalers
423330 Roofing, Siding, and Insulation Material Merchant Wholesalers
423390 Other Construction Material Merchant Wholesalers
4234 Professional and Commercial Equipment and Supplies Merchant Wholesalers
423410 Photographic Equipment and Supplies Merchant Wholesalers
423420 Office Equipment Merchant Wholesalers
423430 Computer and Computer Peripheral Equipment and Software Merchant Wholesalers
423440 Other Commercial Equipment Merchant Wholesalers
423450 Medical, Dental, and Hospital Equipment and Supplies Merchant Wholesalers
423460 Ophthalmic Goods Merchant Wholesalers
423490 Other Professional Equipment and Supplies Merchant Wholesalers
4235 Metal and Mineral (except Petroleum) Merchant Wholesalers
423510 Metal Service Centers and Other Metal Merchant Wholesalers
423520 Coal and Other Mineral and Ore Merchant Wholesalers
4236 Household Appliances and Electrical and Electronic Goods Merchant Wholesalers
423610 Electrical Apparatus and Equipment, Wiring Supplies, and Related Equipment Merchant Wholesalers
423620 Household Appliances, Electric Housewares, and Consumer Electronics Merchant Wholesalers
423690 Other Electronic Parts and Equipment Merchant Wholesalers
4237 Hardware, and Plumbing and Heating Equipment and Supplies Merchant Wholesalers
423710 Hardware Merchant Wholesalers
423720 Plumbing and Heating Equipment and Supplies (Hydronics) Merchant Wholesalers
423730 Warm Air Heating and Air-Conditioning Equipment and Supplies Merchant Wholesalers
423740 Refrigeration Equipment and Supplies Merchant Wholesalers
4238 Machinery, Equipment, and Supplies Merchant Wholesalers
423810 Construction and Mining (except Oil Well) Machinery and Equipment Merchant Wholesalers
423820 Farm and Garden Machinery and Equipment Merchant Wholesalers
423830 Industrial Machinery and Equipment Merchant Wholesalers
423840 Industrial Supplies Merchant Wholesalers
423850 Service Establishment Equipment and Supplies Merchant Wholesalers
423860 Transportation Equipment and Supplies (except Motor Vehicle) Merchant Wholesalers
4239 Miscellaneous Durable Goods Merchant Wholesalers
423910 Sporting and Recreational Goods and Supplies Merchant Wholesalers
423920 Toy and Hobby Goods and Supplies Merchant Wholesalers
423930 Recyclable Material Merchant Wholesalers
423940 Jewelry, Watch, Precious Stone, and Precious Metal Merchant Wholesalers
423990 Other Miscellaneous Durable Goods Merchant Wholesalers
424 Merchant Wholesalers, Nondurable Goods
4241 Paper and Paper Product Merchant Wholesalers
424110 Printing and Writing Paper Merchant Wholesalers
424120 Stationery and Office Supplies Merchant Wholesalers
424130 Industrial and Personal Service Paper Merchant Wholesalers
4242 Drugs and Druggists' Sundries Merchant Wholesalers
424210 Drugs and Druggists' Sundries Merchant Wholesalers
4243 Apparel, Piece Goods, and Notions Merchant Wholesalers
424310 Piece Goods, Notions, and Other Dry Goods Merchant Wholesalers
424340 Footwear Merchant Wholesalers
424350 Clothing and Clothing Accessories Merchant Wholesalers
4244 Grocery and Related Product Merchant Wholesalers
424410 General Line Grocery Merchant Wholesalers
424420 Packaged Frozen Food Merchant Wholesalers
424430 Dairy Product (except Dried or Canned) Merchant Wholesalers
424440 Poultry and Poultry Product Merchant Wholesalers
424450 Confectionery Merchant Wholesalers
424460 Fish and Seafood Merchant Wholesalers
424470 Meat and Meat Product Merchant Wholesalers
424480 Fresh Fruit and Vegetable Merchant Wholesalers
424490 Other Grocery and Related Products Merchant Wholesalers
4245 Farm Product Raw Material Merchant Wholesalers
424510 Grain and Field Bean Merchant Wholesalers
424520 Livestock Merchant Wholesalers
424590 Other Farm Product Raw Material Merchant Wholesalers
4246 Chemical and Allied Products Merchant Wholesalers
424610 Plastics Materials and Basic Forms and Shapes Merchant Wholesalers
424690 Other Chemical and Allied Products Merchant Wholesalers
4247 Petroleum and Petroleum Products Merchant Wholesalers
424710 Petroleum Bulk Stations and Terminals
424720 Petroleum and Petroleum Products Merchant Wholesalers (except Bulk Stations and Terminals)
4248 Beer, Wine, and Distilled Alcoholic Beverage Merchant Wholesalers
424810 Beer and Ale Merchant Wholesalers
424820 Wine and Distilled Alcoholic Beverage Merchant Wholesalers
4249 Miscellaneous Nondurable Goods Merchant Wholesalers
424910 Farm Supplies Merchant Wholesalers
424920 Book, Periodical, and Newspaper Merchant Wholesalers
424930 Flower, Nursery Stock, and Florists' Supplies Merchant Wholesalers
424940 Tobacco Product and Electronic Cigarette Merchant Wholesalers
424950 Paint, Varnish, and Supplies Merchant Wholesalers
424990 Other Miscellaneous Nondurable Goods Merchant Wholesalers
425 Wholesale Trade Agents and Brokers
4251 Wholesale Trade Agents and Brokers
425120 Wholesale Trade Agents and Brokers
44-45 Retail Trade
441 Motor Vehicle and Parts Dealers
4411 Automobile Dealers
441110 New Car Dealers
441120 Used Car Dealers
4412 Other Motor Vehicle Dealers
441210 Recreational Vehicle Dealers
44122 Motorcycle, Boat, and Other Motor Vehicle Dealers
441222 Boat Dealers
441227 Motorcycle, ATV, and All Other Motor Vehicle Dealers
4413 Automotive Parts, Accessories, and Tire Retailers
441330 Automotive Parts and Accessories Retailers
441340 Tire Dealers
444 Building Material and Garden Equipment and Supplies Dealers
4441 Building Material and Supplies Dealers
444110 Home Centers
444120 Paint and Wallpaper Retailers
444140 Hardware Retailers
444180 Other Building Material Dealers
4442 Lawn and Garden Equipment and Supplies Retailers
444230 Outdoor Power Equipment Retailers
444240 Nursery, Garden Center, and Farm Supply Retailers
445 Food and Beverage Retailers
4451 Grocery and Convenience Retailers
445110 Supermarkets and Other Grocery Retailers (except Convenience Retailers)
44513 Convenience Retailers and Vending Machine Operators
445131 Convenience Retailers
445132 Vending Machine Operators
4452 Specialty Food Retailers
445230 Fruit and Vegetable Retailers
445240 Meat Retailers
445250 Fish and Seafood Retailers
44529 Other Specialty Food Retailers
445291 Baked Goods Retailers
445292 Confectionery and Nut Retailers
445298 All Other Specialty Food Retailers
4453 Beer, Wine, and Liquor Retailers
445320 Beer, Wine, and Liquor Retailers
449 Furniture, Home Furnishings, Electronics, and Appliance Retailers
4491 Furniture and Home Furnishings Retailers
449110 Furniture Retailers
44912 Home Furnishings Retailers
449121 Floor Covering Retailers
449122 Window Treatment Retailers
449129 All Other Home Furnishings Retailers
4492 Electronics and Appliance Retailers
449210 Electronics and Appliance Retailers
455 General Merchandise Retailers
4551 Department Stores
455110 Department Stores
4552 Warehouse Clubs, Supercenters, and Other General Merchandise Retailers
45521 Warehouse Clubs, Supercenters, and Other General Merchandise Retailers
455211 Warehouse Clubs and Supercenters
455219 All Other General Merchandise Retailers
456 Health and Personal Care Retailers
4561 Health and Personal Care Retailers
456110 Pharmacies and Drug Retailers
456120 Cosmetics, Beauty Supplies, and Perfume Retailers
456130 Optical Goods Retailers
45619 Other Health and Personal Care Retailers
456191 Food (Health) Supplement Retailers
456199 All Other Health and Personal Care Retailers
457 Gasoline Stations and Fuel Dealers
4571 Gasoline Stations
457110 Gasoline Stations with Convenience Stores
457120 Other Gasoline Stations
4572 Fuel Dealers
457210 Fuel Dealers
458 Clothing, Clothing Accessories, Shoe, and Jewelry Retailers
4581 Clothing and Clothing Accessories Retailers
458110 Clothing and Clothing Accessories Retailers
4582 Shoe Retailers
458210 Shoe Retailers
4583 Jewelry, Luggage, and Leather Goods Retailers
458310 Jewelry Retailers
458320 Luggage and Leather Goods Retailers
459 Sporting Goods, Hobby, Musical Instrument, Book, and Miscellaneous Retailers
4591 Sporting Goods, Hobby, and Musical Instrument Retailers
459110 Sporting Goods Retailers
459120 Hobby, Toy, and Game Retailers
459130 Sewing, Needlework, and Piece Goods Retailers
459140 Musical Instrument and Supplies Retailers
4592 Book Retailers and News Dealers
459210 Book Retailers and News Dealers
4593 Florists
459310 Florists
4594 Office Supplies, Stationery, and Gift Retailers
459410 Office Supplies and Stationery Retailers
459420 Gift, Novelty, and Souvenir Retailers
4595 Used Merchandise Retailers
459510 Used Merchandise Retailers
4599 Other Miscellaneous Retailers
459910 Pet and Pet Supplies Retailers
459920 Art Dealers
459930 Manufactured (Mobile) Home Dealers
45999 All Other Miscellaneous Retailers
459991 Tobacco, Electronic Cigarette, and Other Smoking Supplies Retailers
459999 All Other Miscellaneous Retailers
48-49 Transportation and Warehousing
481 Air Transportation
4811 Scheduled Air Transportation
48111 Scheduled Air Transportation
481111 Scheduled Passenger Air Transportation
481112 Scheduled Freight Air Transportation
4812 Nonscheduled Air Transportation
48121 Nonscheduled Air Transportation
481211 Nonscheduled Chartered Passenger Air Transportation
481212 Nonscheduled Chartered Freight Air Transportation
481219 Other Nonscheduled Air Transportation
482 Rail Transportation
4821 Rail Transportation
48211 Rail Transportation
482111 Line-Haul Railroads
482112 Short Line Railroads
483 Water Transportation
4831 Deep Sea, Coastal, and Great Lakes Water Transportation
48311 Deep Sea, Coastal, and Great Lakes Water Transportation
483111 Deep Sea Freight Transportation
483112 Deep Sea Passenger Transportation
483113 Coastal and Great Lakes Freight Transportation
483114 Coastal and Great Lakes Passenger Transportation
4832 Inland Water Transportation
48321 Inland Water Transportation
483211 Inland Water Freight Transportation
483212 Inland Water Passenger Transportation
484 Truck Transportation
4841 General Freight Trucking
484110 General Freight Trucking, Local
48412 General Freight Trucking, Long-Distance
484121 General Freight Trucking, Long-Distance, Truckload
484122 General Freight Trucking, Long-Distance, Less Than Truckload
4842 Specialized Freight Trucking
484210 Used Household and Office Goods Moving
484220 Specialized Freight (except Used Goods) Trucking, Local
484230 Specialized Freight (except Used Goods) Trucking, Long-Distance
485 Transit and Ground Passenger Transportation
4851 Urban Transit Systems
48511 Urban Transit Systems
485111 Mixed Mode Transit Systems
485112 Commuter Rail Systems
485113 Bus and Other Motor Vehicle Transit Systems
485119 Other Urban Transit Systems
4852 Interurban and Rural Bus Transportation
485210 Interurban and Rural Bus Transportation
4853 Taxi and Limousine Service
485310 Taxi and Ridesharing Services
485320 Limousine Service
4854 School and Employee Bus Transportation
485410 School and Employee Bus Transportation
4855 Charter Bus Industry
485510 Charter Bus Industry
4859 Other Transit and Ground Passenger Transportation
48599 Other Transit and Ground Passenger Transportation
485991 Special Needs Transportation
485999 All Other Transit and Ground Passenger Transportation
486 Pipeline Transportation
4861 Pipeline Transportation of Crude Oil
486110 Pipeline Transportation of Crude Oil
4862 Pipeline Transportation of Natural Gas
486210 Pipeline Transportation of Natural Gas
4869 Other Pipeline Transportation
486910 Pipeline Transportation of Refined Petroleum Products
486990 All Other Pipeline Transportation
487 Scenic and Sightseeing Transportation
4871 Scenic and Sightseeing Transportation, Land
487110 Scenic and Sightseeing Transportation, Land
4872 Scenic and Sightseeing Transportation, Water
487210 Scenic and Sightseeing Transportation, Water
4879 Scenic and Sightseeing Transportation, Other
487990 Scenic and Sightseeing Transportation, Other
488 Support Activities for Transportation
4881 Support Activities for Air Transportation
48811 Airport Operations
488111 Air Traffic Control
488119 Other Airport Operations
488190 Other Support Activities for Air Transportation
4882 Support Activities for Rail Transportation
488210 Support Activities for Rail Transportation
4883 Support Activities for Water Transportation
488310 Port and Harbor Operations
488320 Marine Cargo Handling
488330 Navigational Services to Shipping
488390 Other Support Activities for Water Transportation
4884 Support Activities for Road Transportation
488410 Motor Vehicle Towing
488490 Other Support Activities for Road Transportation
4885 Freight Transportation Arrangement
488510 Freight Transportation Arrangement
4889 Other Support Activities for Transportation
48899 Other Support Activities for Transportation
488991 Packing and Crating
488999 All Other Support Activities for Transportation
491 Postal Service
4911 Postal Service
491110 Postal Service
492 Couriers and Messengers
4921 Couriers and Express Delivery Services
492110 Couriers and Express Delivery Services
4922 Local Messengers and Local Delivery
492210 Local Messengers and Local Delivery
493 Warehousing and Storage
4931 Warehousing and Storage
493110 General Warehousing and Storage
493120 Refrigerated Warehousing and Storage
493130 Farm Product Warehousing and Storage
493190 Other Warehousing and Storage
51 Information
512 Motion Picture and Sound Recording Industries
5121 Motion Picture and Video Industries
512110 Motion Picture and Video Production
512120 Motion Picture and Video Distribution
51213 Motion Picture and Video Exhibition
512131 Motion Picture Theaters (except Drive-Ins)
512132 Drive-In Motion Picture Theaters
51219 Postproduction Services and Other Motion Picture and Video Industries
512191 Teleproduction and Other Postproduction Services
512199 Other Motion Picture and Video Industries
5122 Sound Recording Industries
512230 Music Publishers
512240 Sound Recording Studios
512250 Record Production and Distribution
512290 Other Sound Recording Industries
513 Publishing Industries
5131 Newspaper, Periodical, Book, and Directory Publishers
513110 Newspaper Publishers
513120 Periodical Publishers
513130 Book Publishers
513140 Directory and Mailing List Publishers
51319 Other Publishers
513191 Greeting Card Publishers
513199 All Other Publishers
5132 Software Publishers
513210 Software Publishers
516 Broadcasting and Content Providers
5161 Radio and Television Broadcasting Stations
516110 Radio Broadcasting Stations
516120 Television Broadcasting Stations
5162 Media Streaming Distribution Services, Social Networks, and Other Media Networks and Content Providers
516210 Media Streaming Distribution Services, Social Networks, and Other Media Networks and Content Providers
517 Telecommunications
5171 Wired and Wireless Telecommunications (except Satellite)
51711 Wired and Wireless Telecommunications Carriers (except Satellite)
517111 Wired Telecommunications Carriers
517112 Wireless Telecommunications Carriers (except Satellite)
51712 Telecommunications Resellers and Agents for Wireless Telecommunication Services
517121 Telecommunications Resellers
517122 Agents for Wireless Telecommunications Services
5174 Satellite Telecommunications
517410 Satellite Telecommunications
5178 All Other Telecommunications
517810 All Other Telecommunications
518 Computing Infrastructure Providers, Data Processing, Web Hosting, and Related Services
5182 Computing Infrastructure Providers, Data Processing, Web Hosting, and Related Services
518210 Computing Infrastructure Providers, Data Processing, Web Hosting, and Related Services
519 Web Search Portals, Libraries, Archives, and Other Information Services
5192 Web Search Portals, Libraries, Archives, and Other Information Services
519210 Libraries and Archives
519290 Web Search Portals and All Other Information Services
52 Finance and Insurance
521 Monetary Authorities-Central Bank
5211 Monetary Authorities-Central Bank
521110 Monetary Authorities-Central Bank
522 Credit Intermediation and Related Activities
5221 Depository Credit Intermediation
522110 Commercial Banking
522130 Credit Unions
522180 Savings Institutions and Other Depository Credit Intermediation
5222 Nondepository Credit Intermediation
522210 Credit Card Issuing
522220 Sales Financing
52229 Other Nondepository Credit Intermediation
522291 Consumer Lending
522292 Real Estate Credit
522299 International, Secondary Market, and All Other Nondepository Credit Intermediation
5223 Activities Related to Credit Intermediation
522310 Mortgage and Nonmortgage Loan Brokers
522320 Financial Transactions Processing, Reserve, and Clearinghouse Activities
522390 Other Activities Related to Credit Intermediation
523 Securities, Commodity Contracts, and Other Financial Investments and Related Activities
5231 Securities and Commodity Contracts Intermediation and Brokerage
523150 Investment Banking and Securities Intermediation
523160 Commodity Contracts Intermediation
5232 Securities and Commodity Exchanges
523210 Securities and Commodity Exchanges
5239 Other Financial Investment Activities
523910 Miscellaneous Intermediation
523940 Portfolio Management and Investment Advice
52399 All Other Financial Investment Activities
523991 Trust, Fiduciary, and Custody Activities
523999 Miscellaneous Financial Investment Activities
524 Insurance Carriers and Related Activities
5241 Insurance Carriers
52411 Direct Life, Health, and Medical Insurance Carriers
524113 Direct Life Insurance Carriers
524114 Direct Health and Medical Insurance Carriers
52412 Direct Insurance (except Life, Health, and Medical) Carriers
524126 Direct Property and Casualty Insurance Carriers
524127 Direct Title Insurance Carriers
524128 Other Direct Insurance (except Life, Health, and Medical) Carriers
524130 Reinsurance Carriers
5242 Agencies, Brokerages, and Other Insurance Related Activities
524210 Insurance Agencies and Brokerages
52429 Other Insurance Related Activities
524291 Claims Adjusting
524292 Pharmacy Benefit Management and Other Third Party Administration of Insurance and Pension Funds
524298 All Other Insurance Related Activities
525 Funds, Trusts, and Other Financial Vehicles
5251 Insurance and Employee Benefit Funds
525110 Pension Funds
525120 Health and Welfare Funds
525190 Other Insurance Funds
5259 Other Investment Pools and Funds
525910 Open-End Investment Funds
525920 Trusts, Estates, and Agency Accounts
525990 Other Financial Vehicles
53 Real Estate and Rental and Leasing
531 Real Estate
5311 Lessors of Real Estate
531110 Lessors of Residential Buildings and Dwellings
531120 Lessors of Nonresidential Buildings (except Miniwarehouses)
531130 Lessors of Miniwarehouses and Self-Storage Units
531190 Lessors of Other Real Estate Property
5312 Offices of Real Estate Agents and Brokers
531210 Offices of Real Estate Agents and Brokers
5313 Activities Related to Real Estate
53131 Real Estate Property Managers
531311 Residential Property Managers
531312 Nonresidential Property Managers
531320 Offices of Real Estate Appraisers
531390 Other Activities Related to Real Estate
532 Rental and Leasing Services
5321 Automotive Equipment Rental and Leasing
53211 Passenger Car Rental and Leasing
532111 Passenger Car Rental
532112 Passenger Car Leasing
532120 Truck, Utility Trailer, and RV (Recreational Vehicle) Rental and Leasing
5322 Consumer Goods Rental
532210 Consumer Electronics and Appliances Rental
53228 Other Consumer Goods Rental
532281 Formal Wear and Costume Rental
532282 Video Tape and Disc Rental
532283 Home Health Equipment Rental
532284 Recreational Goods Rental
532289 All Other Consumer Goods Rental
5323 General Rental Centers
532310 General Rental Centers
5324 Commercial and Industrial Machinery and Equipment Rental and Leasing
53241 Construction, Transportation, Mining, and Forestry Machinery and Equipment Rental and Leasing
532411 Commercial Air, Rail, and Water Transportation Equipment Rental and Leasing
532412 Construction, Mining, and Forestry Machinery and Equipment Rental and Leasing
532420 Office Machinery and Equipment Rental and Leasing
532490 Other Commercial and Industrial Machinery and Equipment Rental and Leasing
533 Lessors of Nonfinancial Intangible Assets (except Copyrighted Works)
5331 Lessors of Nonfinancial Intangible Assets (except Copyrighted Works)
533110 Lessors of Nonfinancial Intangible Assets (except Copyrighted Works)
54 Professional, Scientific, and Technical Services
541 Professional, Scientific, and Technical Services
5411 Legal Services
541110 Offices of Lawyers
541120 Offices of Notaries
54119 Other Legal Services
541191 Title Abstract and Settlement Offices
541199 All Other Legal Services
5412 Accounting, Tax Preparation, Bookkeeping, and Payroll Services
54121 Accounting, Tax Preparation, Bookkeeping, and Payroll Services
541211 Offices of Certified Public Accountants
541213 Tax Preparation Services
541214 Payroll Services
541219 Other Accounting Services
5413 Architectural, Engineering, and Related Services
541310 Architectural Services
541320 Landscape Architectural Services
541330 Engineering Services
541340 Drafting Services
541350 Building Inspection Services
541360 Geophysical Surveying and Mapping Services
541370 Surveying and Mapping (except Geophysical) Services
541380 Testing Laboratories and Services
5414 Specialized Design Services
541410 Interior Design Services
541420 Industrial Design Services
541430 Graphic Design Services
541490 Other Specialized Design Services
5415 Computer Systems Design and Related Services
54151 Computer Systems Design and Related Services
541511 Custom Computer Programming Services
541512 Computer Systems Design Services
541513 Computer Facilities Management Services
541519 Other Computer Related Services
5416 Management, Scientific, and Technical Consulting Services
54161 Management Consulting Services
541611 Administrative Management and General Management Consulting Services
541612 Human Resources Consulting Services
541613 Marketing Consulting Services
541614 Process, Physical Distribution, and Logistics Consulting Services
541618 Other Management Consulting Services
541620 Environmental Consulting Services
541690 Other Scientific and Technical Consulting Services
5417 Scientific Research and Development Services
54171 Research and Development in the Physical, Engineering, and Life Sciences
541713 Research and Development in Nanotechnology
541714 Research and Development in Biotechnology (except Nanobiotechnology)
541715 Research and Development in the Physical, Engineering, and Life Sciences (except Nanotechnology and Biotechnology)
541720 Research and Development in the Social Sciences and Humanities
5418 Advertising, Public Relations, and Related Services
541810 Advertising Agencies
541820 Public Relations Agencies
541830 Media Buying Agencies
541840 Media Representatives
541850 Indoor and Outdoor Display Advertising
541860 Direct Mail Advertising
541870 Advertising Material Distribution Services
541890 Other Services Related to Advertising
5419 Other Professional, Scientific, and Technical Services
541910 Marketing Research and Public Opinion Polling
54192 Photographic Services
541921 Photography Studios, Portrait
541922 Commercial Photography
541930 Translation and Interpretation Services
541940 Veterinary Services
541990 All Other Professional, Scientific, and Technical Services
55 Management of Companies and Enterprises
551 Management of Companies and Enterprises
5511 Management of Companies and Enterprises
55111 Management of Companies and Enterprises
551111 Offices of Bank Holding Companies
551112 Offices of Other Holding Companies
551114 Corporate, Subsidiary, and Regional Managing Offices
56 Administrative and Support and Waste Management and Remediation Services
561 Administrative and Support Services
5611 Office Administrative Services
561110 Office Administrative Services
5612 Facilities Support Services
561210 Facilities Support Services
5613 Employment Services
56131 Employment Placement Agencies and Executive Search Services
561311 Employment Placement Agencies
561312 Executive Search Services
561320 Temporary Help Services
561330 Professional Employer Organizations
5614 Business Support Services
561410 Document Preparation Services
56142 Telephone Call Centers
561421 Telephone Answering Services
561422 Telemarketing Bureaus and Other Contact Centers
56143 Business Service Centers
561431 Private Mail Centers
561439 Other Business Service Centers (including Copy Shops)
561440 Collection Agencies
561450 Credit Bureaus
56149 Other Business Support Services
561491 Repossession Services
561492 Court Reporting and Stenotype Services
561499 All Other Business Support Services
5615 Travel Arrangement and Reservation Services
561510 Travel Agencies
561520 Tour Operators
56159 Other Travel Arrangement and Reservation Services
561591 Convention and Visitors Bureaus
561599 All Other Travel Arrangement and Reservation Services
5616 Investigation and Security Services
56161 Investigation, Guard, and Armored Car Services
561611 Investigation and Personal Background Check Services
561612 Security Guards and Patrol Services
561613 Armored Car Services
56162 Security Systems Services
561621 Security Systems Services (except Locksmiths)
561622 Locksmiths
5617 Services to Buildings and Dwellings
561710 Exterminating and Pest Control Services
561720 Janitorial Services
561730 Landscaping Services
561740 Carpet and Upholstery Cleaning Services
561790 Other Services to Buildings and Dwellings
5619 Other Support Services
561910 Packaging and Labeling Services
561920 Convention and Trade Show Organizers
561990 All Other Support Services
562 Waste Management and Remediation Services
5621 Waste Collection
56211 Waste Collection
562111 Solid Waste Collection
562112 Hazardous Waste Collection
562119 Other Waste Collection
5622 Waste Treatment and Disposal
56221 Waste Treatment and Disposal
562211 Hazardous Waste Treatment and Disposal
562212 Solid Waste Landfill
562213 Solid Waste Combustors and Incinerators
562219 Other Nonhazardous Waste Treatment and Disposal
5629 Remediation and Other Waste Management Services
562910 Remediation Services
562920 Materials Recovery Facilities
56299 All Other Waste Management Services
562991 Septic Tank and Related Services
562998 All Other Miscellaneous Waste Management Services
61 Educational Services
611 Educational Services
6111 Elementary and Secondary Schools
611110 Elementary and Secondary Schools
6112 Junior Colleges
611210 Junior Colleges
6113 Colleges, Universities, and Professional Schools
611310 Colleges, Universities, and Professional Schools
6114 Business Schools and Computer and Management Training
611410 Business and Secretarial Schools
611420 Computer Training
611430 Professional and Management Development Training
6115 Technical and Trade Schools
61151 Technical and Trade Schools
611511 Cosmetology and Barber Schools
611512 Flight Training
611513 Apprenticeship Training
611519 Other Technical and Trade Schools
6116 Other Schools and Instruction
611610 Fine Arts Schools
611620 Sports and Recreation Instruction
611630 Language Schools
61169 All Other Schools and Instruction
611691 Exam Preparation and Tutoring
611692 Automobile Driving Schools
611699 All Other Miscellaneous Schools and Instruction
6117 Educational Support Services
611710 Educational Support Services
62 Health Care and Social Assistance
621 Ambulatory Health Care Services
6211 Offices of Physicians
62111 Offices of Physicians
621111 Offices of Physicians (except Mental Health Specialists)
621112 Offices of Physicians, Mental Health Specialists
6212 Offices of Dentists
621210 Offices of Dentists
6213 Offices of Other Health Practitioners
621310 Offices of Chiropractors
621320 Offices of Optometrists
621330 Offices of Mental Health Practitioners (except Physicians)
621340 Offices of Physical, Occupational and Speech Therapists, and Audiologists
62139 Offices of All Other Health Practitioners
621391 Offices of Podiatrists
621399 Offices of All Other Miscellaneous Health Practitioners
6214 Outpatient Care Centers
621410 Family Planning Centers
621420 Outpatient Mental Health and Substance Abuse Centers
62149 Other Outpatient Care Centers
621491 HMO Medical Centers
621492 Kidney Dialysis Centers
621493 Freestanding Ambulatory Surgical and Emergency Centers
621498 All Other Outpatient Care Centers
6215 Medical and Diagnostic Laboratories
62151 Medical and Diagnostic Laboratories
621511 Medical Laboratories
621512 Diagnostic Imaging Centers
6216 Home Health Care Services
621610 Home Health Care Services
6219 Other Ambulatory Health Care Services
621910 Ambulance Services
62199 All Other Ambulatory Health Care Services
621991 Blood and Organ Banks
621999 All Other Miscellaneous Ambulatory Health Care Services
622 Hospitals
6221 General Medical and Surgical Hospitals
622110 General Medical and Surgical Hospitals
6222 Psychiatric and Substance Abuse Hospitals
622210 Psychiatric and Substance Abuse Hospitals
6223 Specialty (except Psychiatric and Substance Abuse) Hospitals
622310 Specialty (except Psychiatric and Substance Abuse) Hospitals
623 Nursing and Residential Care Facilities
6231 Nursing Care Facilities (Skilled Nursing Facilities)
623110 Nursing Care Facilities (Skilled Nursing Facilities)
6232 Residential Intellectual and Developmental Disability, Mental Health, and Substance Abuse Facilities
623210 Residential Intellectual and Developmental Disability Facilities
623220 Residential Mental Health and Substance Abuse Facilities
6233 Continuing Care Retirement Communities and Assisted Living Facilities for the Elderly
62331 Continuing Care Retirement Communities and Assisted Living Facilities for the Elderly
623311 Continuing Care Retirement Communities
623312 Assisted Living Facilities for the Elderly
6239 Other Residential Care Facilities
623990 Other Residential Care Facilities
624 Social Assistance
6241 Individual and Family Services
624110 Child and Youth Services
624120 Services for the Elderly and Persons with Disabilities
624190 Other Individual and Family Services
6242 Community Food and Housing, and Emergency and Other Relief Services
624210 Community Food Services
62422 Community Housing Services
624221 Temporary Shelters
624229 Other Community Housing Services
624230 Emergency and Other Relief Services
6243 Vocational Rehabilitation Services
624310 Vocational Rehabilitation Services
6244 Child Care Services
624410 Child Care Services
71 Arts, Entertainment, and Recreation
711 Performing Arts, Spectator Sports, and Related Industries
7111 Performing Arts Companies
711110 Theater Companies and Dinner Theaters
711120 Dance Companies
711130 Musical Groups and Artists
711190 Other Performing Arts Companies
7112 Spectator Sports
71121 Spectator Sports
711211 Sports Teams and Clubs
711212 Racetracks
711219 Other Spectator Sports
7113 Promoters of Performing Arts, Sports, and Similar Events
711310 Promoters of Performing Arts, Sports, and Similar Events with Facilities
711320 Promoters of Performing Arts, Sports, and Similar Events without Facilities
7114 Agents and Managers for Artists, Athletes, Entertainers, and Other Public Figures
711410 Agents and Managers for Artists, Athletes, Entertainers, and Other Public Figures
7115 Independent Artists, Writers, and Performers
711510 Independent Artists, Writers, and Performers
712 Museums, Historical Sites, and Similar Institutions
7121 Museums, Historical Sites, and Similar Institutions
712110 Museums
712120 Historical Sites
712130 Zoos and Botanical Gardens
712190 Nature Parks and Other Similar Institutions
713 Amusement, Gambling, and Recreation Industries
7131 Amusement Parks and Arcades
713110 Amusement and Theme Parks
713120 Amusement Arcades
7132 Gambling Industries
713210 Casinos (except Casino Hotels)
713290 Other Gambling Industries
7139 Other Amusement and Recreation Industries
713910 Golf Courses and Country Clubs
713920 Skiing Facilities
713930 Marinas
713940 Fitness and Recreational Sports Centers
713950 Bowling Centers
713990 All Other Amusement and Recreation Industries
72 Accommodation and Food Services
721 Accommodation
7211 Traveler Accommodation
721110 Hotels (except Casino Hotels) and Motels
721120 Casino Hotels
72119 Other Traveler Accommodation
721191 Bed-and-Breakfast Inns
721199 All Other Traveler Accommodation
7212 RV (Recreational Vehicle) Parks and Recreational Camps
72121 RV (Recreational Vehicle) Parks and Recreational Camps
721211 RV (Recreational Vehicle) Parks and Campgrounds
721214 Recreational and Vacation Camps (except Campgrounds)
7213 Rooming and Boarding Houses, Dormitories, and Workers' Camps
721310 Rooming and Boarding Houses, Dormitories, and Workers' Camps
722 Food Services and Drinking Places
7223 Special Food Services
722310 Food Service Contractors
722320 Caterers
722330 Mobile Food Services
7224 Drinking Places (Alcoholic Beverages)
722410 Drinking Places (Alcoholic Beverages)
7225 Restaurants and Other Eating Places
72251 Restaurants and Other Eating Places
722511 Full-Service Restaurants
722513 Limited-Service Restaurants
722514 Cafeterias, Grill Buffets, and Buffets
722515 Snack and Nonalcoholic Beverage Bars
81 Other Services (except Public Administration)
811 Repair and Maintenance
8111 Automotive Repair and Maintenance
81111 Automotive Mechanical and Electrical Repair and Maintenance
811111 General Automotive Repair
811114 Specialized Automotive Repair
81112 Automotive Body, Paint, Interior, and Glass Repair
811121 Automotive Body, Paint, and Interior Repair and Maintenance
811122 Automotive Glass Replacement Shops
81119 Other Automotive Repair and Maintenance
811191 Automotive Oil Change and Lubrication Shops
811192 Car Washes
811198 All Other Automotive Repair and Maintenance
8112 Electronic and Precision Equipment Repair and Maintenance
811210 Electronic and Precision Equipment Repair and Maintenance
8113 Commercial and Industrial Machinery and Equipment (except Automotive and Electronic) Repair and Maintenance
811310 Commercial and Industrial Machinery and Equipment (except Automotive and Electronic) Repair and Maintenance
8114 Personal and Household Goods Repair and Maintenance
81141 Home and Garden Equipment and Appliance Repair and Maintenance
811411 Home and Garden Equipment Repair and Maintenance
811412 Appliance Repair and Maintenance
811420 Reupholstery and Furniture Repair
811430 Footwear and Leather Goods Repair
811490 Other Personal and Household Goods Repair and Maintenance
812 Personal and Laundry Services
8121 Personal Care Services
81211 Hair, Nail, and Skin Care Services
812111 Barber Shops
812112 Beauty Salons
812113 Nail Salons
81219 Other Personal Care Services
812191 Diet and Weight Reducing Centers
812199 Other Personal Care Services
8122 Death Care Services
812210 Funeral Homes and Funeral Services
812220 Cemeteries and Crematories
8123 Drycleaning and Laundry Services
812310 Coin-Operated Laundries and Drycleaners
812320 Drycleaning and Laundry Services (except Coin-Operated)
81233 Linen and Uniform Supply
812331 Linen Supply
812332 Industrial Launderers
8129 Other Personal Services
812910 Pet Care (except Veterinary) Services
81292 Photofinishing
812921 Photofinishing Laboratories (except One-Hour)
812922 One-Hour Photofinishing
812930 Parking Lots and Garages
812990 All Other Personal Services
813 Religious, Grantmaking, Civic, Professional, and Similar Organizations
8131 Religious Organizations
813110 Religious Organizations
8132 Grantmaking and Giving Services
81321 Grantmaking and Giving Services
813211 Grantmaking Foundations
813212 Voluntary Health Organizations
813219 Other Grantmaking and Giving Services
8133 Social Advocacy Organizations
81331 Social Advocacy Organizations
813311 Human Rights Organizations
813312 Environment, Conservation and Wildlife Organizations
813319 Other Social Advocacy Organizations
8134 Civic and Social Organizations
813410 Civic and Social Organizations
8139 Business, Professional, Labor, Political, and Similar Organizations
813910 Business Associations
813920 Professional Organizations
813930 Labor Unions and Similar Labor Organizations
813940 Political Organizations
813990 Other Similar Organizations (except Business, Professional, Labor, and Political Organizations)
814 Private Households
8141 Private Households
814110 Private Households
92 Public Administration
921 Executive, Legislative, and Other General Government Support
9211 Executive, Legislative, and Other General Government Support
921110 Executive Offices
921120 Legislative Bodies
921130 Public Finance Activities
921140 Executive and Legislative Offices, Combined
921150 American Indian and Alaska Native Tribal Governments
921190 Other General Government Support
922 Justice, Public Order, and Safety Activities
9221 Justice, Public Order, and Safety Activities
922110 Courts
922120 Police Protection
922130 Legal Counsel and Prosecution
922140 Correctional Institutions
922150 Parole Offices and Probation Offices
922160 Fire Protection
922190 Other Justice, Public Order, and Safety Activities
923 Administration of Human Resource Programs
9231 Administration of Human Resource Programs
923110 Administration of Education Programs
923120 Administration of Public Health Programs
923130 Administration of Human Resource Programs (except Education, Public Health, and Veterans' Affairs Programs)
923140 Administration of Veterans' Affairs
924 Administration of Environmental Quality Programs
9241 Administration of Environmental Quality Programs
924110 Administration of Air and Water Resource and Solid Waste Management Programs
924120 Administration of Conservation Programs
925 Administration of Housing Programs, Urban Planning, and Community Development
9251 Administration of Housing Programs, Urban Planning, and Community Development
925110 Administration of Housing Programs
925120 Administration of Urban Planning and Community and Rural Development
926 Administration of Economic Programs
9261 Administration of Economic Programs
926110 Administration of General Economic Programs
926120 Regulation and Administration of Transportation Programs
926130 Regulation and Administration of Communications, Electric, Gas, and Other Utilities
926140 Regulation of Agricultural Marketing and Commodities
926150 Regulation, Licensing, and Inspection of Miscellaneous Commercial Sectors
927 Space Research and Technology
9271 Space Research and Technology
927110 Space Research and Technology
928 National Security and International Affairs
9281 National Security and International Affairs
928110 National Security
928120 International Affairs`

/** The classes of ISIC Rev. 4 that each national industry has a part in. */
export const NAICS_TO_ISIC = `
111110:0111 111120:0111 111130:0111 111140:0111 111150:0111 111160:0112 111191:0111 111199:0111 111211:0113 111219:0113,0119,0128 111310:0123 111320:0123 111331:0124 111332:0121 111333:0125 111334:0125 111335:0125,0126 111336:0012 111339:0122,0124,0125,0126,0127 111411:0113 111419:0113,0122,0128,0322 111421:0129,0130 111422:0119 111910:0115 111920:0116 111930:0114 111940:0119 111991:0113 111992:0111 111998:0012,0111,0116,0127,0128,0129,0150,0230,1072 112111:0141 112112:0141 112120:0141 112130:0141 112210:0145 112310:0146 112320:0146 112330:0146 112340:0146 112390:0146,0149 112410:0144 112420:0144 112511:0321,0322 112512:0321,0322 112519:0321,0322 112910:0149 112920:0142 112930:0149 112990:0014,0143,0149,0150 113110:0210 113210:0210,0230 113310:0220,0240,1610 114111:0311,0312 114112:0311,0312 114119:0311,0312 114210:0170 115111:0163 115112:0161 115113:0161 115114:0163,0164 115115:0161 115116:0161,0162 115210:0162,7500 115310:0240 211120:0610 211130:0510,0620 212114:0510,0520 212115:0510,0520 212210:0710 212220:0729 212230:0729 212290:0721,0729 212311:0810 212312:0810,0891 212313:0810 212319:0810 212321:0810 212322:0810 212323:0810,0899 212390:0810,0891,0892,0893,0899 213111:0910 213112:0910 213113:0990,4312 213114:0990,4312 213115:0990,4312 221111:3510 221112:3510 221113:3510 221114:3510 221115:3510 221116:3510 221117:3510 221118:3510 221121:3510 221122:3510 221210:3520 221310:3600,4930 221320:3700 221330:3530 236115:4100 236116:4100 236117:4100 236118:4100 236210:4100,4290,4390 236220:4100,4290 237110:4220 237120:4220,4290 237130:4220 237210:4290 237310:4210,4321 237990:4210,4220,4290,4312 238110:4390 238120:4390 238130:4390 238140:4330,4390 238150:4330 238160:4390 238170:4390 238190:4390 238210:4321 238220:3320,4322,4390,8129 238290:0331,3320,4321,4329 238310:4329,4330,4390 238320:4330 238330:4330 238340:4330 238350:4330 238390:4330,4390 238910:4311,4312,4390 238990:4210,4390 311111:1080 311119:1080 311211:1030,1061 311212:1061 311213:1103 311221:1040,1062 311224:1040 311225:1040,1062 311230:1061 311313:1072 311314:1072 311340:1073 311351:1073 311352:1073 311411:1030 311412:1010,1071,1074,1075,1079 311421:1030,1079 311422:1074,1075,1079 311423:1030,1079 311511:1050,1079 311512:1050 311513:1050,1079 311514:1050,1079 311520:1050 311611:1010 311612:1010,1079 311613:1010 311615:1010 311710:0311,1010,1020,1040,1075,1079 311811:1071 311812:1071 311813:1071 311821:1071 311824:1061,1074,1075 311830:1071 311911:1030 311919:1030,1071 311920:1079 311930:1030,1079 311941:1030,1079 311942:0893,1030,1079 311991:1030,1074,1079 311999:1030,1075,1079 312111:1104 312112:1104 312113:3530 312120:1103 312130:1101,1102 312140:1101,2011 312230:1200 313110:1311 313210:1312,1420 313220:1399 313230:1399 313240:1391,1399,1420 313310:1311,1313 313320:1313,2219 314110:1393 314120:1392,2220 314910:1392,1512,2220 314994:1394,1399 314999:1311,1313,1392,1393,1394,1399,1410 315120:1430 315210:1410,1420 315250:1410,1420 315990:1399,1410,1420,2219 316110:1511 316210:1520 316990:1410,1512,1520 321113:1610,1622 321114:1610 321211:1621 321212:1621 321215:1621,1622 321219:1621 321911:1622 321912:1610,1622,1629 321918:1610,1622 321920:1623,1629 321991:1622 321992:1622 321999:1610,1623,1629,2220,3100 322110:1701 322120:1701,1702,1709,2399 322130:1701,1702,1709 322211:1702 322212:1702 322219:1702,1709 322220:1399,1701,1702,1709,2220,2420,2599 322230:1709 322291:1709 322299:1701,1702,1709 323111:1709,1811,2599,8219 323113:1313,1811 323117:1811 323120:1812 324110:1920 324121:2399 324122:2399 324191:1920 324199:1629,1910,1920 325110:1920,2011 325120:2011 325130:2011 325180:2011,2012 325193:2011 325194:1910,2011,2022 325199:2011,2029,2100 325211:2013 325212:2013 325220:2030,2220 325311:2012 325312:2011,2012 325314:2012 325315:2012 325320:2021 325411:2100 325412:2100 325413:2029,2100 325414:2100 325510:2022 325520:2022,2029 325611:2023 325612:2011,2021,2023,2029 325613:2023,2029 325620:2023 325910:2022 325920:2029 325991:2013 325992:2029,2817 325998:2011,2022,2023,2029,2399,8292 326111:2220 326112:2220 326113:2220 326121:2220 326122:2220 326130:2220 326140:2220 326150:2220 326160:2220 326191:2220 326199:2220,2720,2920,3100 326211:2211,2219 326212:2211 326220:2219,2220 326291:2219 326299:2219,2720 327110:2392,2393 327120:2391,2392,2395 327211:2310 327212:2310 327213:2310 327215:2310 327310:2394 327320:2395 327331:2395 327332:2395 327390:2395 327410:2394 327420:2394,2395 327910:2399 327991:2396 327992:2399 327993:2310,2399 327999:2395,2399,3211 331110:2410 331210:2431 331221:2410 331222:2410,2599,2732,3099 331313:2420 331314:2420 331315:2420 331318:2420,2599,2732 331410:2420 331420:2420,2599,2732 331491:2420,2599 331492:2420 331511:2431,2823 331512:2431 331513:2431 331523:2432 331524:2432 331529:2432 332111:2591 332112:2591 332114:2591 332117:2591 332119:2591,2599 332215:2593,2599,3290 332216:2593,2790,2816,2819,2821 332311:2511 332312:2511,3011,3012 332313:2511,2512,2513,2816,2823,3011 332321:2511 332322:2511,2599 332323:2511,2599 332410:2513,2819 332420:2512,2819,2823,2920 332431:2599 332439:2512,2599,2920 332510:2593 332613:2599 332618:2599,3290 332710:2592 332721:2599 332722:2599 332811:2592 332812:2592 332813:2592 332911:2813 332912:2410,2420,2812 332913:2220,2420,2813 332919:2410,2813,2819 332991:2814 332992:1709,2029,2520 332993:2029,2520 332994:2520 332996:2410,2420 332999:2023,2420,2593,2599 333111:2813,2818,2821,2825,2826 333112:2818,2821,3099 333120:2593,2816,2818,2819,2821,2824 333131:2593,2816,2818,2824,3020 333132:2824 333241:2819,2825 333242:2829 333243:2821,2822,2829 333248:2815,2819,2822,2823,2825,2826,2829,3250 333310:2670,2790,2817,2819,2822,2825,2826,2829,3030,3290 333413:2819 333414:2512,2815 333415:2813,2815,2819 333511:2593 333514:2593,2822 333515:2593,2822 333517:2822,2823 333519:2822,2823 333611:2811 333612:2814 333613:2814 333618:2790,2811,2910,3091 333912:2813,2819 333914:2813 333921:2816 333922:2816,2824 333923:2816,3020 333924:2816,3099 333991:2818,2819 333992:2599,2710,2790,2819 333993:2819 333994:2815 333995:2812 333996:2812 333998:2599,2651,2815,2816,2819,2829,3250 334111:2620 334112:2620 334118:2620 334210:2630 334220:2630,2651,3030 334290:2630,2651,2790,3020 334310:2640 334412:2610 334413:2610 334416:2610 334417:2610 334418:2610 334419:2610 334510:2660 334511:2651 334512:2651 334513:2651 334514:2651,2652 334515:2651 334516:2651 334517:2660 334519:2651,2652 334610:1820,2680 335131:2740 335132:2740 335139:1399,2740,2790 335210:2750 335220:2750 335311:2710 335312:2710 335313:2710 335314:2710,2790 335910:2720 335921:2731 335929:2732 335931:2733 335932:2733 335991:2399,2790 335999:2790 336110:2910 336120:2910 336211:2816,2910,2920,2930 336212:2920 336213:2910 336214:2920 336310:2811,2813,2910,2930 336320:2740,2813,2930 336330:2813,2930 336340:2399,2813,2930 336350:2399,2930 336360:1392,1399,2220,2930,3011,3020,3030 336370:2591 336390:2813,2819,2930 336411:3030 336412:2813,3030 336413:3030 336414:3030 336415:3030 336419:3030 336510:2910,3020 336611:3011,3315 336612:3012 336991:3091,3092 336992:3040 336999:2910,2930,3012,3099 337110:3100 337121:3100 337122:3100 337126:3100 337127:3100,3250 337211:3100 337212:3100 337214:3100 337215:1622,2220,2511,3100 337910:2219,2220,3100 337920:1392,1629,2220,2593,2599 339112:3250 339113:2100,2813,3092,3250,3290 339114:3250 339115:3250 339116:3250 339910:2592,2599,3211,3212 339920:2219,2829,3220,3230,3240 339930:2640,3092,3230,3240 339940:1399,1629,1701,1709,2022,2817,2819,3290 339950:1629,1811,2220,2599,2790 339991:1399,1512,1629,1709,2219,2220,2399,2819 339992:3220 339993:2599,2826,3290 339994:3290 339995:3290 339999:1410,1629,2023,2220,2599,2819,3220,3240,3290 423110:4510,4530,4540 423120:4530,4540,4659,4663 423130:4530,4540 423140:4530,4540 423210:4649,4659 423220:4641,4649,4663 423310:4649,4663 423320:4663 423330:4663 423390:4663 423410:4649,4659 423420:4659 423430:4651 423440:4659 423450:4649,4659 423460:4649 423490:4659 423510:4662 423520:4661,4662 423610:4649,4652,4659 423620:4649 423690:4652,4659 423710:4663 423720:4659,4663 423730:4530,4663 423740:4659 423810:4659 423820:4653 423830:4659,4663 423840:4659,4669 423850:4649,4659 423860:4659 423910:4510,4649,4663 423920:4649 423930:4669 423940:4649,4669 423990:4649,4659,4661,4663,4690 424110:4669 424120:4649 424130:4649,4669 424210:4649 424310:4641 424340:4641 424350:4641 424410:4630 424420:4630 424430:4630 424440:4620,4630 424450:4630 424460:4630 424470:4630 424480:4630 424490:4630,4669 424510:4620 424520:4620 424590:4620,4630 424610:4669 424690:4649,4663,4669 424710:4661 424720:4661 424810:4630 424820:4630 424910:4620,4669 424920:4649 424930:4620 424940:4630 424950:4663,4669 424990:4620,4630,4641,4649,4661,4669,4690 425120:4510,4530,4540,4610 441110:4510 441120:4510 441210:4510,4530 441222:3315,4763 441227:4510,4540,4773,4791 441330:4530,4742,4781,4782,4789,4791,4799 441340:4530,4540,4781,4782,4789,4791,4799 444110:4752 444120:4752,4753 444140:4752,4781,4782,4789,4791,4799 444180:4752,4759,4781,4782,4789,4791,4799 444230:4752,4781,4782,4789,4791,4799,9522 444240:4773,4781,4782,4789,4791,4799 445110:4711 445131:4711,4781,4782,4789,4791,4799 445132:4799 445230:4721,4781 445240:4721,4781,4782,4789,4791,4799 445250:4721,4781,4782,4789,4791,4799 445291:4721 445292:4721 445298:4721,4722,4781,4782,4789,4791,4799 445320:4722,4781,4782,4789,4791,4799 449110:4759,4781,4782,4789,4791,4799 449121:4753,4781,4782,4789,4791,4799 449122:4753,4781,4782,4789,4791,4799,9524 449129:4759,4773,4781,4782,4789,4791,4799 449210:3313,4741,4742,4759,4762,4773,4781,4782,4789,4791,4799,9521,9522 455110:4719,4791 455211:4711,4719,4791 455219:2396,4530,4719,4752,4759,4773,4774,4781,4782,4789,4791,4799 456110:4772,4781,4782,4789,4791,4799 456120:4772,4781,4782,4789,4791,4799 456130:4773,4781,4782,4789,4791,4799 456191:4721,4781,4782,4789,4791,4799 456199:4772,4781,4782,4789,4791,4799 457110:4711,4730 457120:4730 457210:4799 458110:4771,4773,4781,4782,4789,4791,4799 458210:4771,4781,4782,4789,4791,4799 458310:4773,4781,4782,4789,4791,4799,9529 458320:4771,4781,4782,4789,4791,4799,9523 459110:4763,4781,4782,4789,4791,4799,9529 459120:4764,4781,4782,4789,4791,4799 459130:4751,4781,4782,4789,4791,4799 459140:4759,4781,4782,4789,4791,4799,9529 459210:4761,4781,4782,4789,4791,4799 459310:4773,4781,4782,4789,4791,4799 459410:4761,4781,4782,4789,4791,4799 459420:4773,4781,4782,4789,4791,4799 459510:4774,4781,4782,4789,4791,4799 459910:4773,4781,4782,4789,4791,4799 459920:4773,4781,4782,4789,4791,4799 459930:4773 459991:2396,4723,4752,4759,4773,4774,4781,4782,4789,4791,4799 459999:2396,4752,4759,4773,4774,4781,4782,4789,4791,4799 481111:5110 481112:5120 481211:5110 481212:5120 481219:5110 482111:4911,4912 482112:4912 483111:5012 483112:5011 483113:5012 483114:5011 483211:5022 483212:5021 484110:4923 484121:4923 484122:4923 484210:4923 484220:4923 484230:4923 485111:4921 485112:4921 485113:4921 485119:4921 485210:4922 485310:4922 485320:4922 485410:4922 485510:4922 485991:4922 485999:4922 486110:4930 486210:4930 486910:4930 486990:4930 487110:4911,4922 487210:5011,5021 487990:4922,5110 488111:5223 488119:5223,5224,8129 488190:3315,5223 488210:3315,5221,5224,8129 488310:5222 488320:5224,8129 488330:5222 488390:3315,3830,5222,5229 488410:5221 488490:5221,5224,5229,8129 488510:5229 488991:5229 488999:0910,5221,5223,5229 491110:5310 492110:5320 492210:5320 493110:5210 493120:5210 493130:5210 493190:5210 512110:5911 512120:5913 512131:5914 512132:5914 512191:5912 512199:5912,5913 512230:5920 512240:5920 512250:5920 512290:5920 513110:5811,5812,5813,5819,5920,6010,6020,6312 513120:5811,5812,5813,5819,5920,6010,6020,6312 513130:5811,5812,5813,5819,5920,6010,6020,6312 513140:5811,5812,5813,5819,5920,6010,6020,6312 513191:5811,5812,5813,5819,5920,6010,6020,6312 513199:5811,5812,5813,5819,5920,6010,6020,6312 513210:5820 516110:6010,6120 516120:6020,6120 516210:5811,5812,5813,5819,5920,6010,6020,6120,6312,6391 517111:6110,6130 517112:6120 517121:6190 517122:6120,6190 517410:6130,6190 517810:6190 518210:6311,7420 519210:9101 519290:5811,5812,5813,5819,5920,6010,6020,6312,6399,9101 521110:6411 522110:6419 522130:6419 522180:6419 522210:6492 522220:6491,6492 522291:6492 522292:6492 522299:6411,6492,6499 522310:6619 522320:6619 522390:6419 523150:6499,6612 523160:6499,6612 523210:6611 523910:6499,6810 523940:6619,6630 523991:6619 523999:6612,6619 524113:6511 524114:6512 524126:6512 524127:6512 524128:6512 524130:6520 524210:6622 524291:6621 524292:6629 524298:6629 525110:6530 525120:6430 525190:6430 525910:6430 525920:6430 525990:6430 531110:6810 531120:6810 531130:6810 531190:6810 531210:6820 531311:6820 531312:6820 531320:6820 531390:6820 532111:7710 532112:7710 532120:7710,7730 532210:7729 532281:7729 532282:7722 532283:7729 532284:7721,7730 532289:7729 532310:7729,7730 532411:7730 532412:7730 532420:7730 532490:7730 533110:7740 541110:6910 541120:6910 541191:6910 541199:6910 541211:6920 541213:6920 541214:6920 541219:6920 541310:7110 541320:7110 541330:7110 541340:7110 541350:7110 541360:7110 541370:7110 541380:7120 541410:7410 541420:7410 541430:7410 541490:7410 541511:6201 541512:6202 541513:6202 541519:6209 541611:7020 541612:6629,7020 541613:7020 541614:7020,7490 541618:7490 541620:7490 541690:7490 541713:7210 541714:7210 541715:7210 541720:7220 541810:7310 541820:7020 541830:7310 541840:7310 541850:7310 541860:7310 541870:7310 541890:7310 541910:7320 541921:7420 541922:7420 541930:7490 541940:7500 541990:6910,7490,8030,8890 551111:6420 551112:6420 551114:7010 561110:8211 561210:8110,8423 561311:7810 561312:7810 561320:7820 561330:7830 561410:8219 561421:8220 561422:8220 561431:8219 561439:8219 561440:8291,8411 561450:8291 561491:8299 561492:8299 561499:8292,8299 561510:7911 561520:7912 561591:7990 561599:7990 561611:8010,8030 561612:8010 561613:8010 561621:8020 561622:8020 561710:8129 561720:8121,8129 561730:8130 561740:9601 561790:4390,8129 561910:8292 561920:8230 561990:1313,8299,8413,8423 562111:3811 562112:3812 562119:3811 562211:3822 562212:3821 562213:3821 562219:3700,3821 562910:3900 562920:3830 562991:3700 562998:3700 611110:8510,8521,8522 611210:8530 611310:8530 611410:8522 611420:8549 611430:8549 611511:8522 611512:8522,8549 611513:8522 611519:8522 611610:8542 611620:8541 611630:8549 611691:8510,8549 611692:8549 611699:8541,8549 611710:8550 621111:8620 621112:8620 621210:8620 621310:8690 621320:8690 621330:8690 621340:8690 621391:8690 621399:8690 621410:8620,8690,8890 621420:8620,8690 621491:8620 621492:8690 621493:8620 621498:8620,8690 621511:8690 621512:8690 621610:8690 621910:8690 621991:8690 621999:8690 622110:8610 622210:8610 622310:8610 623110:8710 623210:8720 623220:8720 623311:8730 623312:8730 623990:8790 624110:8890 624120:8810 624190:8890 624210:8890 624221:8890 624229:8890 624230:8890 624310:8890 624410:8890 711110:9000 711120:9000 711130:9000 711190:9000,9329 711211:9312 711212:9311 711219:9319 711310:9000,9311,9319,9329 711320:9000,9319,9329 711410:7490 711510:3290,3319,7420,9000 712110:9102 712120:9102 712130:9103 712190:9103 713110:9321 713120:9329 713210:9200 713290:9200 713910:9311 713920:4922,9329 713930:9329 713940:9311 713950:9311 713990:7990,9312,9319,9329 721110:5510,5590 721120:5510,9200 721191:5510 721199:5510 721211:5520 721214:5520 721310:5590 722310:5629 722320:5621 722330:5610,5630 722410:5630 722511:5610 722513:5610 722514:5610 722515:5610,5630 811111:4520 811114:4520 811121:2920,4520 811122:4520 811191:4520 811192:4520 811198:4520,7120 811210:3312,3313,9511,9512,9521 811310:3311,3312,3313,3314,3315,3319,4520,8129 811411:3312,9522 811412:9522 811420:9524 811430:9523 811490:3311,3312,3315,3319,4540,9522,9529 812111:9602 812112:9602 812113:9602 812191:9609 812199:9609 812210:9603 812220:9603 812310:9601 812320:9601 812331:9601 812332:9601 812910:9609 812921:7420 812922:7420 812930:5221,9609 812990:6190,9529,9609 813110:9491 813211:9499 813212:9499 813219:9499 813311:9499 813312:9499 813319:9499 813410:9499 813910:9411 813920:9412 813930:9420 813940:9492 813990:9319,9499 814110:9700 921110:8411 921120:8411 921130:8411 921140:8411 921150:8411,8423 921190:8411 922110:8423 922120:8423 922130:8423 922140:8423 922150:8423 922160:8423 922190:8411,8422,8423 923110:8411,8412 923120:8411,8412 923130:8412,8430 923140:8412 924110:8412 924120:8412,8413,8423 925110:8412 925120:8413 926110:7990,8411,8412,8413,8421 926120:8413,8423 926130:8413 926140:8413 926150:8413 927110:5120,8413 928110:8421,8422,8423 928120:8421,8423,9900`

/** The national industries of NAICS 2022 that each industry of SIC 1987 has a part in, over NAICS 2002. */
export const SIC_TO_NAICS = `
0111:111140 0112:111160 0115:111150 0116:111110 0119:111120,111130,111150,111191,111199 0131:111920 0132:111910 0133:111930,111991 0134:111211 0139:111199,111211,111219,111940,111992,111998,112519 0161:111211,111219 0171:111333,111334 0172:111332 0173:111335 0174:111310,111320 0175:111331,111339 0179:111336,111339 0181:111421,111422 0182:111411,111419 0191:111998,112519 0211:112112 0212:112111 0213:112210 0214:112410,112420 0219:112990 0241:112111,112120 0251:112320 0252:112310 0253:112330 0254:112340 0259:112390 0271:112930 0272:112920 0273:112511,112512,112519 0279:112519,112910,112990 0291:112990 0711:115112 0721:115112 0722:115113 0723:115114,311119 0724:115111 0741:541940 0742:541940 0751:115210,311611 0752:115210,812910 0761:115115 0762:115116 0781:541320,541690 0782:561730 0783:561730 0811:111421,113110 0831:111998,112519,113210 0851:115310 0912:114111 0913:114112 0919:111998,112512,112519,114112,114119 0921:112511,112512 0971:114210 0Aux:551114 1011:212210 1021:212230 1031:212230 1041:212220 1044:212220 1061:212230,212290 1081:213114,238910,541360 1094:212290 1099:212290 1221:212114 1222:212115 1231:212114,212115 1241:213113,238910 1311:211120,211130 1321:211130 1381:213111 1382:213112,541360 1389:213112,237120,238910 1411:212311 1422:212312 1423:212313 1429:212319 1442:212321 1446:212322 1455:212323 1459:212323 1474:212390 1475:212390 1479:212390 1481:213115,238910,541360 1499:212319,212390 1521:236115,236118 1522:236116,236118,236220 1531:236117,236118,236210,236220 1541:236210,236220 1542:236220 1611:237310 1622:237310,237990 1623:237110,237120,237130 1629:236210,237110,237120,237130,237990,238910 1711:238210,238220,238910 1721:237310,238320 1731:238210 1741:238140 1742:238310 1743:238310,238340 1751:238130,238350 1752:238310,238330 1761:238160,238170,238390 1771:238110,238140,238990 1781:237110 1791:238120,238190,238220,238310 1793:238150 1794:238910 1795:238910 1796:238220,238290 1799:236220,237990,238150,238190,238290,238310,238320,238350,238390,238910,238990,561790,562910 2011:311611 2013:311612,311613 2015:311615,311999 2021:311512 2022:311513 2023:311511,311514 2024:311520 2026:311511,311514 2032:311422,311999 2033:311421 2034:311211,311423,311999 2035:311421,311941 2037:311411 2038:311412 2041:311211 2043:311230,311920 2044:311212 2045:311824 2046:311221,311225 2047:311111 2048:311119,311611 2051:311812 2052:311812,311821,311919 2053:311813 2061:311314 2062:311314 2063:311313 2064:311340,311352 2066:311351,311352 2067:311340 2068:311911 2074:311224,311225 2075:311224,311225 2076:311224,311225 2077:311613,311710 2079:311224,311225 2082:311942,312120 2083:311213 2084:312130 2085:312130,312140 2086:312111,312112 2087:311920,311930,311942,311999 2091:311710 2092:311710 2095:311920 2096:311919 2097:312113 2098:311824 2099:111998,112519,311212,311340,311423,311824,311830,311911,311920,311941,311942,311991,311999 2111:312230 2121:312230 2131:312230 2141:312230 2211:313210 2221:313210 2231:313210,313310 2241:313220 2251:313310,315120 2252:313310,315120 2253:313310,315120 2254:313310,315120 2257:313240,313310 2258:313240,313310 2259:313240,313310,315120 2261:313310 2262:313310 2269:313310 2273:314110 2281:313110 2282:313110 2284:313110,313310 2295:313320 2296:314994 2297:313230 2298:313110,314994 2299:313110,313210,313220,313230,313310,314999 2311:314999,315210,315250 2321:314999,315210,315250 2322:314999,315210,315250 2323:314999,315210,315990 2325:314999,315210,315250 2326:314999,315210,315250 2329:314999,315210,315250 2331:314999,315210,315250 2335:314999,315210,315250 2337:314999,315210,315250 2339:314999,315210,315250,315990 2341:314999,315210,315250 2342:314999,315210,315250 2353:314999,315210,315990 2361:314999,315210,315250 2369:314999,315210,315250 2371:314999,315210,315250 2381:314999,315210,315990 2384:314999,315210,315250 2385:314999,315210,315250,315990 2386:314999,315210,315250 2387:314999,315210,315990 2389:314999,315210,315250,315990 2391:314120 2392:314120,314910,314999,339994 2393:314910 2394:314910 2395:314999,315210 2396:314999,315210,315990,323113,336360 2397:313220 2399:314999,315210,315990,336360 2411:113310 2421:321113,321912,321918,321920,321999 2426:321113,321912,321918,337215 2429:321113,321920,321999 2431:321911,321918 2434:337110 2435:321211 2436:321212 2439:321215 2441:321920 2448:321920 2449:321920 2451:321991 2452:321992 2491:321114 2493:321219 2499:321920,321999,333415,337126,339113,339999 2511:337122,337215 2512:337121 2514:337121,337126,337215 2515:337121,337910 2517:321999 2519:337126 2521:337211 2522:337214 2531:336360,337127,339940 2541:337110,337127,337212,337215 2542:337127,337215 2591:337920 2599:333248,333415,333994,333998,337127,339113 2611:322110,322120,322130 2621:322120 2631:322130 2652:322219 2653:322211 2655:322219 2656:322219 2657:322212 2671:322220,326112 2672:322220 2673:322220,326111 2674:322220 2675:322220,322230,322299 2676:322291 2677:322230 2678:322230 2679:322211,322220,322230,322299 2711:513110,513120,513130,513140,513191,513199,516210,519290 2721:513110,513120,513130,513140,513191,513199,516210,519290 2731:512230,513110,513120,513130,513140,513191,513199,516210,519290 2732:323117 2741:512230,513110,513120,513130,513140,513191,513199,516210,519290 2752:323111 2754:323111 2759:323111,323113 2761:323111 2771:323111,323113,513110,513120,513130,513140,513191,513199,516210,519290 2782:323111 2789:323120 2791:323120 2796:323120 2812:325180 2813:325120 2816:325130,325180 2819:211130,325130,325180,325998,331313 2821:325211 2822:325212 2823:325220 2824:325220 2833:325411 2834:325412 2835:325412,325413 2836:325414 2841:325611 2842:325612 2843:325613 2844:325611,325620 2851:325510 2861:325194 2865:325110,325130,325194 2869:325110,325120,325180,325193,325194,325199,325998 2873:325311 2874:325312 2875:325314,325315 2879:325320 2891:325520 2892:325920 2893:325910 2895:325180 2899:311942,325199,325510,325998 2911:324110 2951:324121 2952:324122 2992:324191 2999:324199 3011:326211 3021:316210 3052:326220 3053:339991 3061:326291,326299 3069:313320,314910,315250,315990,326199,326299,336612,339113,339920,339930 3081:326113 3082:326121 3083:326130 3084:326122 3085:326160 3086:326140,326150 3087:325991 3088:326191 3089:326121,326122,326199,336612,337215,339113 3111:316110 3131:316990,321999,339993 3142:316210 3143:316210 3144:316210 3149:316210 3151:314999,315210,315990 3161:316990 3171:316990 3172:316990,339910 3199:316990 3211:327211 3221:327213 3229:327212 3231:327215 3241:327310 3251:327120,327331 3253:327120 3255:327120 3259:327120 3261:327110 3262:327110 3263:327110 3264:327110 3269:327110 3271:327331 3272:327332,327390,327999 3273:327320 3274:327410 3275:327420 3281:327991 3291:327910,332999 3292:327999,336340,336350 3295:212323,212390,327992 3296:327993 3297:327120 3299:327110,327420,327999 3312:324199,331110,331221 3313:331110 3315:331222,332618 3316:331221 3317:331210 3321:331511 3322:331511 3324:331512 3325:331513 3331:331410 3334:331313 3339:331410 3341:331314,331420,331492 3351:331420 3353:331315 3354:331318 3355:331318 3356:331491 3357:331318,331420,331491,335921,335929 3363:331523 3364:331523 3365:331524 3366:331529 3369:331529 3398:332811 3399:331110,331221,331314,331420,331492,332618,332813 3411:332431 3412:332439 3421:332215,332216 3423:332216 3425:332216 3429:332439,332510,332722,332919,332999,333923,334519,336390,337215 3431:332999 3432:332913,332919,332999 3433:333414 3441:332312 3442:332321 3443:332313,332410,332420,333415 3444:332321,332322,332439,333415 3446:332323 3448:332311 3449:332114,332312,332323 3451:332721 3452:332722 3462:332111 3463:332112 3465:336370 3466:332119 3469:332119,332215,332439 3471:332813 3479:332812,339910 3482:332992 3483:332993 3484:332994 3489:332994 3491:332911 3492:332912 3493:332613 3494:332919,332999 3495:332613,334519 3496:332215,332618,333924 3497:322220,332999 3498:332996 3499:332117,332439,332510,332919,332999,336360,337215 3511:333611 3519:333618,336390 3523:332216,332323,333111,333922 3524:332216,333112 3531:333120,333923,336510 3532:333131 3533:333132 3534:333921 3535:333922 3536:333923 3537:332439,332999,333924 3541:333517 3542:333517 3543:332999 3544:333511,333514 3545:332216,333515 3546:333991 3547:333519 3548:333992,335311 3549:333519 3552:333248 3553:333243 3554:333243 3555:333248 3556:333241 3559:332410,333111,333242,333248,333310 3561:333914 3562:332991 3563:333912 3564:333413 3565:333993 3566:333612 3567:333994 3568:333613 3569:314999,333414,333998 3571:334111 3572:334112 3575:334118 3577:333310,334118,334418,334610 3578:333310,334118 3579:333310,334519,339940 3581:333310 3582:333310 3585:333415,336390 3586:333914 3589:333310 3592:336310 3593:333995 3594:333996 3596:333998 3599:332710,332813,332999,333310,333998,334519,336390 3612:335311 3613:335313 3621:335312 3624:335991 3625:335314 3629:335999 3631:335220 3632:335220 3633:335220 3634:333414,335210,339999 3635:335210 3639:333248,335210,335220 3641:335139 3643:335931 3644:332216,335932 3645:335131 3646:335132 3647:336320 3648:335139 3651:334310 3652:334610,512250 3661:334210,334418 3663:334220,334515 3669:334290 3671:334419 3672:334412 3674:334413 3675:334416 3676:334416 3677:334416 3678:334417 3679:334220,334310,334418,334419,334515 3691:335910 3692:335910 3694:336320 3695:334610 3699:333310,333618,333992,335139,335999 3711:336110,336120,336211,336992 3713:336211 3714:336211,336310,336320,336330,336340,336350,336390 3715:336212 3716:336213 3721:336411,541713,541714,541715 3724:336412,541713,541714,541715 3728:332912,336411,336413,541713,541714,541715 3731:336611,488390 3732:336612,811490 3743:333914,336510 3751:336991 3761:336414,541713,541714,541715 3764:336415,541713,541714,541715 3769:336419,541713,541714,541715 3792:336214 3795:336992 3799:333924,336214,336390,336999 3812:334511 3821:333248,333415,333994,333998,337127,339113 3822:334512 3823:334513 3824:334514 3825:334514,334515 3826:334516 3827:333310 3829:334514,334519,339112 3841:332994,333248,333415,333994,333998,337127,339112,339113 3842:322291,334510,339113,339999 3843:339114 3844:334517 3845:334510,334517 3851:339113,339115 3861:325992,333310 3873:334519 3911:339910 3914:332215,332999,339910 3915:334519,339910 3931:339992 3942:339930 3944:336991,339930 3949:339920 3951:339940 3952:325998,337127,339940 3953:339940 3955:339940 3961:339910,339993 3965:339993 3991:339994 3993:323113,339950 3995:339995 3996:326199 3999:316110,321999,325998,326199,332215,332216,332812,332999,333310,335131,335210,336612,337127,339930,339999 4011:482111 4013:482112,488210 4111:485111,485112,485113,485119,485999 4119:485320,485410,485991,485999,487110,621910 4121:485310 4131:485210 4141:485510 4142:485510 4151:485410 4173:488490 4212:484110,484210,484220,562111,562112,562119 4213:484121,484122,484210,484230 4214:484110,484210,484220 4215:492110,492210 4221:493130 4222:493120 4225:493110,531130 4226:493110,493120,493190 4231:488490 4311:491110 4412:483111 4424:483113 4432:483113 4449:483211 4481:483112,483114 4482:483114,483212 4489:483212,487210 4491:488310,488320 4492:488330 4493:713930 4499:483211,488310,488330,488390,532411,541990 4512:481111,481112 4513:492110 4522:481211,481212,481219,487990,621910 4581:488111,488119,488190,561720,811420 4612:486110 4613:486910 4619:486990 4724:561510 4725:561520 4729:488999,561599 4731:488510,541614 4741:488210,532411 4783:488991 4785:488390,488490 4789:487110,488210,488999,722310 4812:517112,517121,517122 4813:517111,517121,517122 4822:517111 4832:516110,516210 4833:516120,516210 4841:516210,517111 4899:485310,517112,517122,517410,517810,812990 4911:221111,221112,221113,221114,221115,221116,221117,221118,221121,221122 4922:486210 4923:221210,486210 4924:221210 4925:221210 4931:221111,221112,221113,221114,221115,221116,221117,221118,221121,221122,221210 4932:221210 4939:221111,221112,221113,221114,221115,221116,221117,221118,221121,221122,221210 4941:221310 4952:221320 4953:562211,562212,562213,562219,562920 4959:488119,488490,561710,561790,562910,562998 4961:221330 4971:221310 5012:423110,425120 5013:423120,425120,441330 5014:423130,425120,441340 5015:423140,425120,441330 5021:423210,425120,449110 5023:423220,425120,449121 5031:423310,425120,444110 5032:423320,425120,444180 5033:423330,425120,444180 5039:423310,423390,425120,444180 5043:423410,425120 5044:423420,425120,459410 5045:423430,425120,449210 5046:423440,425120 5047:423450,425120,456199 5048:423460,425120 5049:423490,425120,459410 5051:423510,425120 5052:423520,425120 5063:423610,425120,444180 5064:423620,423720,425120,444180,449210 5065:423690,425120,449210 5072:423710,425120,444140 5074:423620,423720,425120,444180 5075:423730,425120 5078:423740,425120 5082:423810,425120 5083:423820,425120,444230 5084:423830,425120 5085:423830,423840,425120,455219,459991,459999 5087:423850,425120,456120 5088:423860,425120 5091:423910,425120,459110 5092:423920,425120,459120 5093:423930,425120 5094:423940,425120,458310 5099:423990,425120,444180,449210,459110,459120 5111:424110,425120,459410 5112:424120,425120,459410 5113:424130,425120,455219,459991,459999 5122:424210,425120,456110,456120,456191 5131:313310,424310,425120,459130 5136:423910,424350,425120,458110 5137:423910,424350,425120,458110 5139:424340,425120,458210 5141:424410,425120,445110 5142:424420,425120,441330,441340,444140,444180,444230,444240,445131,445240,445250,445298,445320,449110,449121,449122,449129,449210,455219,456110,456120,456130,456191,456199,458110,458210,458310,458320,459110,459120,459130,459140,459210,459310,459410,459420,459510,459910,459920,459991,459999 5143:424430,425120,445298 5144:424440,425120,445240 5145:424450,425120,445292 5146:424460,425120,445250 5147:311612,424470,425120,445240 5148:424480,425120,445230 5149:312112,424490,425120,445298,459910 5153:424510,425120,444240 5154:424520,425120 5159:424590,425120,444240 5162:424610,425120,455219,459991,459999 5169:424690,425120 5171:424710,457210 5172:424720,425120 5181:424810,425120,445320 5182:424820,425120,445320 5191:424910,425120,444240 5192:424920,425120,459210 5193:424930,425120,444240 5194:424940,425120,459991 5198:424950,425120 5199:424310,424340,424610,424990,425120,459420,459910,459991,541890 5211:444110,444180 5231:444120,444180 5251:444140 5261:444230,444240 5271:459930 5311:455110,455211 5331:455219 5399:455211,455219 5411:441330,441340,444140,444180,444230,444240,445110,445131,445240,445250,445298,445320,449110,449121,449122,449129,449210,455211,455219,456110,456120,456130,456191,456199,457110,458110,458210,458310,458320,459110,459120,459130,459140,459210,459310,459410,459420,459510,459910,459920,459991,459999 5421:441330,441340,444140,444180,444230,444240,445131,445240,445250,445298,445320,449110,449121,449122,449129,449210,455219,456110,456120,456130,456191,456199,458110,458210,458310,458320,459110,459120,459130,459140,459210,459310,459410,459420,459510,459910,459920,459991,459999 5431:441330,441340,444140,444180,444230,444240,445131,445230,445240,445250,445298,445320,449110,449121,449122,449129,449210,455219,456110,456120,456130,456191,456199,458110,458210,458310,458320,459110,459120,459130,459140,459210,459310,459410,459420,459510,459910,459920,459991,459999 5441:311340,311352,445292 5451:445298 5461:311811,445291,722515 5499:445240,445298,456191 5511:441110 5521:441120 5531:441330,441340,455219 5541:457110,457120 5551:441222 5561:441210 5571:441227 5599:441227 5611:458110 5621:458110 5632:458110 5641:458110 5651:458110 5661:458210 5699:315250,458110 5712:337110,337121,337122,449110 5713:449121 5714:314120,449122,459130 5719:327110,449122,449129 5722:449210 5731:441330,449210 5734:449210 5735:449210 5736:459140 5812:711110,722310,722320,722511,722513,722514,722515 5813:722410 5912:456110 5921:445320 5932:459510,522299 5941:459110 5942:459210 5943:459410 5944:458310 5945:459120 5946:449210 5947:459420 5948:458320 5949:459130 5961:441227,441330,441340,444140,444180,444230,444240,445131,445240,445250,445298,445320,449110,449121,449122,449129,449210,455110,455211,455219,456110,456120,456130,456191,456199,458110,458210,458310,458320,459110,459120,459130,459140,459210,459310,459410,459420,459510,459910,459920,459991,459999 5962:445132 5963:441330,441340,444140,444180,444230,444240,445131,445240,445250,445298,445320,449110,449121,449122,449129,449210,455219,456110,456120,456130,456191,456199,458110,458210,458310,458320,459110,459120,459130,459140,459210,459310,459410,459420,459510,459910,459920,459991,459999,722330 5983:457210 5984:457210 5989:457210 5992:459310 5993:459991 5994:459210 5995:339115,456130 5999:339113,449210,455219,456120,456199,459910,459920,459991,459999 6011:521110 6019:522299 6021:522110,522210 6022:522110,522180,522210 6029:522110 6035:522180 6036:522180 6061:522130 6062:522130 6081:522110,522299 6082:522299 6091:523991 6099:522320,522390,523160,523991 6111:522292,522299 6141:522210,522220,522291,522299 6153:522210,522220,522299,522320,523910 6159:522220,522292,522299 6162:522292,522390 6163:522310 6211:523150,523910,523999 6221:523160 6231:523210 6282:523940 6289:523991,523999 6311:524113,524128,524130 6321:524113,524114,524130,525190 6324:524114,524130,525190 6331:524126,524128,524130,525190 6351:524126,524128,524130 6361:524127,524130 6371:523940,524292,525110,525120,525990 6399:524128 6411:524210,524291,524292,524298 6512:531120,711310 6513:531110 6514:531110 6515:531190 6517:531190 6519:531190 6531:531110,531210,531311,531312,531320,531390,812220,813990 6541:541191 6552:237210 6553:812220 6712:551111 6719:551112 6722:525910 6726:525990 6732:813211 6733:523940,523991,525190,525920 6792:523910,533110 6794:533110 6798:525990,531110,531120,531130,531190 6799:523160,523910,523940 7011:721110,721120,721191,721199 7021:721310 7032:721214 7033:721211 7041:721110,721310 7211:812320 7212:812320 7213:812331 7215:812310 7216:812320 7217:561740 7218:812332 7219:811490,812320,812331 7221:541921 7231:611511,812112,812113 7241:611511,812111 7251:811430,812320,812990 7261:812210,812220 7291:541213 7299:532281,541990,561311,561990,812191,812199,812930,812990 7311:541810 7312:541850 7313:541840 7319:481219,541830,541850,541870,541890 7322:561440 7323:561450 7331:513140,541860 7334:323111,561439 7335:481219,541922 7336:541430 7338:561410,561492 7342:561710,561720 7349:561720,561790 7352:532283,532490 7353:238910,238990,532412 7359:532210,532289,532310,532411,532412,532420,532490,562991 7361:541612,561311,561312 7363:561320,561330 7371:541511 7372:334610,513210 7373:541512 7374:518210 7375:517111,517810 7376:541513 7377:532420 7378:449210,811210 7379:518210,541512,541519 7381:561611,561612,561613 7382:561621 7383:516210,711510 7384:812921,812922 7389:312230,313310,314999,325998,425120,488490,491110,512240,512290,518210,519290,522320,541199,541340,541350,541370,541410,541420,541490,541870,541890,541930,541990,561410,561421,561422,561431,561439,561440,561491,561499,561591,561599,561790,561910,561920,561990,711310,711320,711410,812320,812990 7513:532120 7514:532111 7515:532112 7519:532120 7521:812930 7532:811121 7533:811114 7534:326212,811198 7536:811122 7537:811114 7538:811111 7539:811114,811198 7542:811192 7549:488410,811122,811191,811198 7622:238290,449210,811210 7623:449210,811310,811412 7629:449210,811210,811412 7631:458310,811490 7641:811420 7692:811310 7694:335312,811310 7699:115210,238220,444140,444230,449129,459110,488390,561622,561790,562991,562998,711510,811210,811310,811411,811412,811430,811490 7812:512110 7819:334610,512191,512199,532281,532490,541214,541690,561311,711510 7822:423990,512120 7829:512120,512199,519210 7832:512131 7833:512132 7841:532282 7911:611610,713990 7922:512290,532490,561311,561599,711110,711120,711310,711320,711410,711510 7929:711130,711190,711510 7933:713950 7941:711211,711310,711320,711410 7948:711212,711219 7991:713940 7992:713910 7993:713120,713290,713990 7996:713110 7997:481219,488119,713910,713940,713990 7999:487110,487210,487990,532284,561599,611620,611699,711190,711219,711310,711320,712190,713210,713290,713920,713940,713990,812990 8011:621111,621112,621491,621493 8021:621210 8031:621111,621112 8041:621310 8042:621320 8043:621391 8049:621330,621340,621399 8051:623110,623210,623311 8052:623110,623210,623311 8059:623110,623210,623311 8062:622110 8063:622210 8069:622110,622210,622310 8071:621511,621512 8072:339116 8082:621610 8092:621492 8093:621399,621410,621420,621498 8099:541430,541922,621410,621991,621999 8111:541110 8211:611110 8221:611310 8222:611210 8231:519210 8243:611420,611519 8244:611410 8249:611512,611513,611519 8299:611430,611512,611519,611610,611620,611630,611691,611692,611699,611710 8322:624110,624120,624190,624210,624221,624229,624230,922150 8331:624310 8351:624410 8361:623210,623220,623312,623990 8399:813212,813219,813311,813312,813319 8412:712110,712120 8422:712130,712190 8611:813910 8621:813920 8631:813930 8641:813319,813410,813990,921150 8651:813940 8661:813110 8699:561599,813312,813410,813910,813990 8711:541330 8712:541310 8713:541360,541370 8721:541211,541214,541219 8731:541713,541714,541715 8732:541720,541910 8733:541713,541714,541715,541720 8734:541380,541940 8741:236115,236116,236118,236210,236220,237110,237120,237130,237310,237990,561110 8742:541611,541612,541613,541614,561312 8743:541820 8744:561210 8748:541320,541330,541618,541690,611710 8811:814110 8999:512230,512250,513110,513120,513130,513140,513191,513199,516210,519290,541612,541620,541690,541990,561312,711510 9111:921110 9121:921120 9131:921140 9199:921190 9211:922110 9221:922120 9222:922130 9223:922140 9224:922160 9229:922190 9311:921130 9411:923110 9431:923120 9441:923130 9451:923140 9511:924110 9512:924120 9531:925110 9532:925120 9611:926110 9621:488111,926120 9631:926130 9641:926140 9651:926150 9661:927110 9711:928110 9721:928120`
