// Words that tell names of companies apart from what is written alike: plain words, given names, and nouns of other firms.

/** Plain words that companies are called by: alone they say nothing. */
const PLAIN = new Set(
  `above access ace across active adobe advance affirm agile aid air ally almond along alpine alto amazon amazonia amber amount amplitude anchor answer
  antelope anthem apex apogee apollo appear apple apply aqua arc arcade archer arena argue aria arm army around arrange array arrive arrow artisan asana
  ascend ascent ash ask aspect aspen aspire asset astra athena atlas attack attain audible august aura aurora austin author auto avenue average avid avoid
  away axis azure baby badger bake ballast bamboo band bank banner barn baron base basecamp basic basin batch battle bay beacon beam bear beat bee begin bell
  below bench benchmark berlin berry better beyond big bird birth bison bit black blackbird blade blank blast blend bliss block blood bloom blossom blue
  board boat body bold bolt bond bone book boom boost boots borrow bother bottle bottom boulder bounce bow bowl box brace brain branch brand brave bread
  break breakthrough breeze brew brick bridge brief bright brilliant bring bronze brook brush bubble buck budget buffer build bull bullet bundle burn burst
  bury bus butter button buy cable cactus caliber call calm camel camera camp cancel candy canvas capital capture carbon cardinal care cargo caribou carrot
  carry cart cash casper castle catalyst cause cedar celebrate cell centaur center century chad chain challenge champion chance change channel chapter charge
  charm chart chase chat cheap check cheer cheetah cherry chest chicken child chime chip choice chord cider cinder cipher circle citizen city civic claim
  clan clarity class classic clay clean clear clerk clever cliff climb clinic clip clock close closer closet cloth cloud clover club clutch coach coast
  cobalt cobra coconut code coffee coin collect collective college colony color columbia column comet comfort command commit common community companion
  compare compass compete complete concern concord condor conduct cone confirm confluence connect consider constellation contact contain content contest
  contour convoy cook cookie cool copper coral core corn corner corps cosmo cosmos cost cottage cotton council count courier court cove cover craft crane
  cream create creative credit crest crew cricket crime crimson crisis crisp cross crow crowd crown crush crystal cuba cube culture cup cure current curve
  custom cut cycle cypress cyprus dagger daily daisy dallas damage dance dart dash data dawn day daylight deal debate debt decade decide deel deer defend
  degree delay deliver delta demand denim deny depend deposit depot depth describe desert design desk detail develop device devote dial dialog diamond diet
  digit dimension dinner direct direction discord discover discovery dish display distance dive diverse divide dock doctor dolphin dome domino door dot
  double doubt dove down dozen draft dragon drama draw dream dress drift drill drink drive driver drop drug drum dry duck dune duo dusk dust dynamic eager
  eagle ear early earn earth ease east eat echelon echo eclipse eden edge edison effect effort egg elan elastic elder election electric element elevate elite
  elk elm ember emblem emerge empire employ empower empty encore end endeavor endurance energy engine enigma enjoy ensure enter envision envoy epic equal
  equinox era error escape essence essential estate eternal ether even event everest evergreen every evidence evolution evolve exact example excel exchange
  exist exit expand expect expense expert explore exponent express extend extra eye fable fabric face facet factor fail fair faith falcon fall family fan
  farm fashion fast fat fathom fear feature fee feel fence fern festival fetch fiber fiddle field fight figure film final finance finch find finder fine
  finish fire firefly firm first fish fit fix flag flame flare flash fleet flex flight flint float flock floor flora florence flour flow flower fluent fly
  focus foil folio folk food fool foot force forest forever forge forget fork form formation former formula fortune forum forward fossil foundation founders
  fountain fox frame freedom fresco fresh front fruit fuel full function fund fuse fusion future gain galaxy game gap gas gate gateway gather gazelle gear
  gecko gem general genesis geneva georgia giant giants gift give glacier glass gleam global globe glow go goal gold good goose grab grade grail grain grand
  granite grape graph grasp grass gravity gray great green greet grid griffin grip grit grocery ground group grove grow guard guardian guess guest guide
  guild gulf gusto gym habit hair hall halo hammer hand handle happy harbor harmony harvest hat hatch haven hawk haystack hazel head heal health heap hear
  heart hearth heat hedge height helix hello help hemlock hero heron hide high hill hinge hint hip hit hive hole holiday hollow home honey hood hook hope
  hopper horizon host hot hotel hour house hub human humble hungry hunt hunter hurdle husband ice icicle icon idea ideal ignite imagine impact inch increase
  index indigo industry infinite ingenuity injury ink inlet inn inside insider insight inspire instant insurance integral intent intercom interest invent
  inventor invest iris iron island issue item ivory ivy jacket jade jaguar jam jar jasmine jasper jelly jet jewel join joint joke jolt jordan journal journey
  joy judge juice jump jungle juniper jupiter jury just kayak keen kernel key kids kin kind kindle king kitchen kite kiwi knee knight knit knot know koala
  lab label lace ladder lagoon lake lamp lance land lane language lantern lark latch lattice laugh launch laurel lava law lawyer layer lead leader leaf
  league lean learn leave ledger left leg legend lemon lend lens leopard lesson letter level lever liberty library lift light lightning lilac lily lime limit
  linear link lion list live loan lobby local lock locket loft logic london lookout loom loop lose love loyal lucid lumen luna lunar lynx lyric machine macro
  magazine magenta magic magnet magnolia magpie mail main malta mammoth manage manifest manner mantle maple marathon marble margin marigold marine mariner
  mark market marlin marriage mars marsh marvel mask mason master match mate matrix matter maven max may maze meadow meal measure meat medallion media medium
  meet mellow melon member memo memory menu mercury merge meridian merit merlin mesh message meta metal meteor method metric middle mighty mile milk mill
  mind mineral minister minor mint minute mirror mission mist mistake mix mobile mockingbird modal mode model modern module molecule moment monarch monday
  money monitor monk monster monsters monument mood moon moose mosaic moss mother motion motor mountain mouse mouth move movie mural muse music mustang myth
  nail narrative native nature nautilus navigator navy nebula neck needle neon neptune nerve nest net network news newton next nickel night nile nimble noble
  noise nomad nook normal north nose nothing notice notion nova novel now nucleus numeral nurse nutmeg oak oar oasis object obsidian ocean octopus odyssey
  offer oil olive olympia olympus omega one onyx opal open opera opinion optic optimal option opus oracle orange orb orbit orchard orchestra orchid order
  organic origin oriole orion osprey otter our outcome outlook outpost outreach outside oval over owl owner ox oxygen pace pacific pack paddle page pain
  paint pair palace palette palm pan panda pander panel panorama panther paper parade paradigm paragon parallel parcel parent paris park parrot particle
  partner passage passion passport past patch path patient patriot pattern pave paw pay payment peace peach peak pear pearl pebble pelican pencil penguin
  pension people pepper perch perfect persona pet petal phoenix phone phrase picnic picture piece pier pigment pill pillar pilot pin pine pink pinnacle
  pioneer pipe piper pitch pivot pixel pizza place plaid plain planet planner plant plate platform play playboy player plaza pledge plenty plot plug plum
  plume plus pluto pocket poem poet point polar pole police policy polygon pond pony pool pop poppy port portrait post postal pot potato potential powder
  power presence present prestige pride prime primer prince print prism prison prize pro probe process product profile progress project promise proof
  property prophet prospect protect proton proven public puffin pulse puma pump pure puzzle pyramid python quail quake quantum quarry quartz queen quest
  quick quill quiver quote rabbit race radar radiant radical radius raft railway rain rainbow rally ramp range ranger rapid rapport raven ray reach reactor
  read ready real reality rear reason rebel receive recess recharge record red redwood reef refer reflect refuge regal regent region relax relay reliance
  relic relief remedy remote render rent repair reply report republic request rescue reserve resolve resonance resource response rest result retool retreat
  reveal revel revere revolution rhino rhythm ribbon rich ride ridge rift right ring ripple rippling rise ritual river rivet road roar robin rock rocket roll
  roof room rooster root rope rose round route rover royal rubicon ruby rugby rule run rush rust sable saddle safari safe saga sage sail saint salad salary
  sale salmon salt sample sand sapphire satellite saturn sauce savant save savvy scale scarlet scene scholar school science scope score scorpion scout screen
  sculpt sea seal search season seat second secret sector secure see seed seek segment select self sell send sense sentence sentinel sequence sequoia series
  service session seven sew sex shade shadow shape share shark sharp sheet shelf shell shelter sherpa shield shift shine ship shirt shoe shop shore shortcut
  shot shoulder show shut shuttle sierra sight sigma sign signal silence silk silver simple sing singer site six skate sketch skill skin skipper skirt sky
  skyline slack slate sleek sleep slice slide slip slope smart smell smile smoke snail snap snow snowball soap soar social socket soft soil sol solar soldier
  solid solo solution solve sonar song sonic sort soul sound soup source south space spade span spare spark sparrow sparta speak spear spectrum speech speed
  spell spend sphere spice spider spin spiral spire spirit splash splendid split spoke spoon sport spot spring sprout spruce spur squad square stable stack
  stacks stadium staff stage stair stamp standard star start state statement static station steady steak steam steel stellar stem step sterling stitch stock
  stone storage storm story strand stranger strata strategy straw stream street strength stress stride strike string stripe strive strong structure student
  studio stuff style subject sublime success sugar suit summer summit summon sun sunrise sunset super superb supply support supreme surf surface surge
  surgery suspect swan sweat sweep sweet swift swim switch sword sycamore sydney symbol symphony sync synergy system table tablet tag tail take talent talk
  tandem tangent tango tap target task taste tax tea teach teacher teal team tear telephone television temple tempo ten tennis tenor terra terrace terrain
  test text thanks theory think thistle thorn thought thread threat thrive throat thunder ticket tidal tide tie tier tiger time tin titan toast together
  token tomorrow tone tongue tool tooth top topaz topic torch tornado tortoise total totem toucan touch tour tower town toy trace track tractor trade
  tradition traffic trail train trainer transfer transit transition transport trash travel treasure treat treaty tree trek trellis trend trial triangle tribe
  trick trident trillium trinity trio trip tripod triumph trophy trouble troy truck true trust truth tulip tuna tundra tunnel turbo turn turquoise turtle
  twilight twin twist two ultra umbrella uncle under unicorn uniform union unique unit united unity universal universe up upland upper upstart urban urchin
  valley valor value vanguard vanilla vantage variant vast vault vector vehicle veil velvet vendor venture venus verge verona verse vertex vertical verve
  vessel veteran viable vibe vibrant victor victoria victory vienna view village vine violet viper virtue virus visa visible vision visit vista vital vivid
  voice void volcano volt volume vortex vote voyage wage wagon wait wake walk wall walnut walrus war warbler warm warning warp wash watch water waterfall
  wave way wealth weather web wedding wedge weekend weight well west whale wheat wheel whisper white wide wife wild will willow win wind windmill window wine
  wing winner winter wire wisdom wise wish within without witness wizard wolf wonder wood wool word work worker workshop world worry worth wrap wren write
  writer yacht yard year yellow yes yesterday yield yoga young youth zebra zen zenith zephyr zero zest zigzag zinc zone zoom`.split(
    /\s+/,
  ),
)

/** Before a name they make a person of it: "Harrison Ford". */
export const GIVEN_NAMES = new Set(
  `aaron abigail adam adrian agnes ahmed aisha alan albert alessandro alex alexander alexandra alexis alfred ali alice alicia allison amanda amber amelia amy
  ana anders andrea andreas andrew andy angela anil anita ann anna anne annie anthony anton antonio arjun arnold arthur ashley barbara beatrice ben benjamin
  bernard beth bill bob brad brandon brenda brian bruce bryan burt camille carl carla carlos carol caroline catherine cecilia charles charley charlie charlotte chloe
  chris christian christina christine christopher claire clara claudia colin craig crystal cynthia dan daniel daniela danny darren dave david dean deborah
  debra denis dennis derek diana diane diego dirk dolly dominic don donald donna doris dorothy doug douglas duncan dylan ed eddie edgar edith eduardo edward
  eileen elaine eleanor elena eli elizabeth ellen emily emma enrico eric erica erik ernest esther ethan eugene eva evan eve evelyn fatima felix fernando
  fiona florence frances francesca francis francois frank franklin fred frederick gabriel gareth gary gavin geoff george gerald gianni gina giovanni giulia
  glenn gloria gordon graham greg gregory guido gustav hannah hans harold harriet harrison harry harvey heather heidi heinz helen helena henri henry herbert
  holly howard hugh hugo ian ibrahim igor ines ingrid irene isaac isabel ivan jack jackie jacob jacqueline jake james jamie jan jane janet janice jason
  javier jay jean jeff jeffrey jennifer jeremy jerome jerry jessica jill jim jimmy joan joanna joe joel johan johanna john johnny jon jonas jonathan jordan
  jorge jose joseph joshua joyce juan judith judy julia julian julie jurgen justin karen karin karl katharina katherine kathleen kathryn kathy katie keith
  kelly ken kenneth kevin kim klaus kristen kurt kyle lara larry lars laura lauren laurence lea lee lena leo leon leonard leslie linda lisa liz lorenz
  lorenzo louis louise lucas lucia lucy luigi luis lukas luke lydia madison malcolm manuel marc marco marcus margaret maria marie marina mario marion marissa
  mark markus martha martin martina marvin mary matt matteo matthew matthias maurice max maya megan melanie melissa mia michael michel michelle miguel mike
  mohamed mohammed monica muhammad nadia nancy naomi natalie natasha nathan neil nicholas nick nicola nicolas nicole nigel nikola nina noah nora norman
  oliver olivia omar oscar otto owen pablo pamela patricia patrick paul paula pedro peggy penny peter petra phil philip philipp pierre priya rachel rafael
  raj ralph raymond rebecca regina rene richard rick rita rob robert roberto robin roger roland ron ronald rosa ross roy russell ruth ryan sabine sally sam
  samantha samuel sandra sanjay sara sarah scott sean sebastian sergei sergio sharon sheila sherry simon sofia sophia sophie stefan stella stephanie stephen
  steve steven stuart sue susan sven sylvia tania ted terry theo theresa thomas tim timothy tina tobias todd tom tommy tony tracy trevor ulrich ursula
  valentina valerie vanessa vera veronica victor victoria viktor vincent vivian walter wayne wendy werner will william wolfgang xavier yasmin yusuf yvonne
  zoe`.split(/\s+/),
)

/** A single letter and a given name are as plain as a word. */
export const isPlainWord = (name: string) =>
  name.length === 1 || PLAIN.has(name.toLowerCase()) || GIVEN_NAMES.has(name.toLowerCase())

/** Two or three letters that stand for words stand for other words, too: a touchdown, a degree, a power supply. */
export const isInitials = (name: string) => /^(?:\p{L}[&.]?){2,3}$/u.test(name) && /\p{Lu}.*\p{Lu}/u.test(name)

/** After a name they make another firm of it: "Ford Foundation", "Siemens Energy". */
export const OTHER_FIRM =
  /^(?:Foundation|Ventures?|Capital|Energy|Electronics|Dental|Healthineers|University|College|School|Hospital|Church|Street|County|Park|Airport|Stadium|Museum|Institute|Trust|Council|Association|Partners|Properties|Realty|Estates?|Resources|Minerals|Mining|Petroleum|Oil|Gas|Pharma(?:ceuticals?)?|Therapeutics|Biosciences?|Biotech|Wireless|Telecom|Airlines|Airways|Motors?|Shipping|Logistics|Hotels?|Resorts?|Records|Pictures|Films?|Theat(?:er|re)|FC|United|City|Arena|Garden|Cent(?:er|re)|Dome|Bowl|Field|Hall|Tower|Cup|Masters|Classic|Championships?|Marathon|Tour|Prize|Awards?|League|Trophy|Law|town|village|county|council)$/u
/** These too, where the name is a plain word: "Unity Bank". A firm of a name of its own may add what it is. */
export const OTHER_FIRM_OF_PLAIN =
  /^(?:Bank|Health|Healthcare|Insurance|Security|AI|Pay|Payments|Media|Studios?|Group)$/u

/** What stands before a name in place of an article: "Payments giant Stripe", "Watchdog fines", "German Bayer", "Bei Bosch". */
const LEADS_IN =
  /^(?:startup|start-up|company|firm|giant|platform|group|unicorn|fintech|bank|brand|chain|specialist|agency|app|rival|exclusive|breaking|update|inside|why|how|when|what|where|who|if|but|so|should|could|would|did|do|has|have|had|was|were|may|must|is|are|can|will|does|at|by|with|for|from|and|or|as|on|in|of|to|vs|meet|after|against|about|over|under|into|than|via|former|ex|new|big|tech|group|bei|von|für|mit|nach|gegen|über|durch|ohne|trotz|auch|wie|warum|was|wer|chez|avec|pour|par|sur|dans|selon|comment|pourquoi|con|por|para|según|per|da|van|voor|met|door|us|uk|eu|swiss|french|dutch|greek|czech|thai|german|american|russian|italian|canadian|indian|australian|brazilian|norwegian|austrian|belgian|ukrainian|mexican|south|north)$|(?:maker|er|or|ist|ing|ed|ish|ese|konzern|riese|firma|gruppe|tochter|unternehmen|kette|marke|ei|haus|werk|verlag|versicherung)$/iu
const ARTICLE = /^(?:an?|the|this|that|another|every|der|die|das|den|dem|des|eine?[nmrs]?|une?|le|la|les)$/i
/** Whether the capitalized word before a name leaves it a name: not the first of two names. */
export const leadsIn = (word: string) =>
  !GIVEN_NAMES.has(word.toLowerCase()) && (LEADS_IN.test(word) || ARTICLE.test(word) || /['’]s$/.test(word))

/** With one of these before it and none of its own after it, a name is a noun: "hold a BA", "Der Müller und". */
export const isNounWith = (before: string, rest: string) =>
  ARTICLE.test(before) &&
  !/^the$/i.test(before) &&
  /^(?:\s*(?:[,.;:!?]|$)|\s(?:in|on|of|at|to|for|from|with|and|or|as|is|was|von|und|aus|mit|auf|für|im|am|et|de|du|en)\s)/i.test(
    rest,
  )
