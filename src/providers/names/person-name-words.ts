// Words around personal names: titles, suffixes, particles, and the surnames by which other name orders are recognised.

/** Without dots, in small letters, with the way each is written when a canonical one exists. */
export const TITLES: ReadonlyMap<string, string> = new Map(
  `mr=Mr. mister=Mr. mrs=Mrs. ms=Ms. miss=Miss mx=Mx. dr=Dr. doctor=Dr. prof=Prof. professor=Prof. rev=Rev. reverend=Rev. fr=Fr. father=Fr. hon=Hon. honorable=Hon.
  honourable=Hon. sir=Sir dame=Dame lord=Lord lady=Lady master=Master pastor=Pastor rabbi=Rabbi imam=Imam sheikh=Sheikh sister=Sister brother=Brother
  capt=Capt. captain=Capt. col=Col. colonel=Col. gen=Gen. general=Gen. lt=Lt. lieutenant=Lt. maj=Maj. major=Maj. sgt=Sgt. sergeant=Sgt. cpl=Cpl. cmdr=Cmdr. adm=Adm. admiral=Adm.
  judge=Judge justice=Justice sen=Sen. senator=Sen. rep=Rep. gov=Gov. governor=Gov. president=President amb=Amb. ambassador=Amb.
  herr=Herr frau=Frau hr=Hr. dipl-ing=Dipl.-Ing. dipling=Dipl.-Ing. dipl=Dipl. ing=Ing. mag=Mag. med=med. univ=univ. habil=habil. h.c=h.c. hc=h.c. mult=mult. rernat=rer.nat. jur=jur.
  monsieur=M. madame=Mme mademoiselle=Mlle mme=Mme mlle=Mlle señor=Sr. señora=Sra. señorita=Srta. sr=Sr. sra=Sra. srta=Srta. congressman=Congressman congresswoman=Congresswoman atty=Atty. doña=Doña dña=Dña. lic=Lic. sig=Sig. sigra=Sig.ra
  signor=Sig. signora=Sig.ra dott=Dott. dottssa=Dott.ssa avv=Avv. arch=Arch. dhr=Dhr. mevr=Mevr. mevrouw=Mevr. drs=Drs. ir=Ir. mgr=Mgr. mudr=MUDr. judr=JUDr. phdr=PhDr. rndr=RNDr. bc=Bc.
  rt=Rt. right=Rt. most=Most very=Very assoc=Assoc. asst=Asst. adj=Adj. attorney=Attorney councillor=Cllr. councilor=Cllr. cllr=Cllr. councilman=Councilman
  councilwoman=Councilwoman alderman=Alderman mayor=Mayor minister=Minister mp=MP baroness=Baroness viscount=Viscount bishop=Bishop archbishop=Archbishop cardinal=Cardinal
  deacon=Deacon msgr=Msgr. monsignor=Msgr. brig=Brig. brigadier=Brig. cdr=Cdr. commander=Cdr. commodore=Commodore radm=RAdm. vadm=VAdm. ens=Ens. pvt=Pvt. pfc=Pfc. wo=WO
  supt=Supt. superintendent=Supt. insp=Insp. inspector=Insp. det=Det. detective=Det. ofc=Ofc. officer=Officer coach=Coach chancellor=Chancellor
  ra=RA stb=StB dkfm=Dkfm. dipl-kfm=Dipl.-Kfm. dipl-wi=Dipl.-Wi. pd=PD maître=Me me=Me ds=Ds. mw=Mw. pan=Pan pani=Pani ks=ks. hab=hab. doc=doc. phmr=PhMr. mvdr=MVDr. csc=CSc.
  shri=Shri smt=Smt. kumari=Kumari datuk=Datuk dato=Dato’ haji=Haji г-н=г-н г-жа=г-жа`
    .split(/\s+/)
    .map((entry) => entry.split('=') as [string, string]),
)

/** Titles that a given name follows: "Sir Ian", "Sister Mary". */
export const TITLES_OF_GIVEN_NAMES =
  /^(?:sir|dame|lord|lady|sister|brother|father|fr|rabbi|imam|sheikh|pan|pani|shri|smt)\.?$/i

/** Given names that are written short, with a dot. */
export const SHORT_GIVEN_NAMES = new Set(
  'wm geo chas thos jos jas robt edw ed fred alex ben benj dan danl saml sam st theo ant andr nic jno phil will ric rich steph abr aug eliz cath margt jn matt tim'.split(
    ' ',
  ),
)

/** Suffixes that count wherever they stand at the end. */
export const SUFFIXES: ReadonlyMap<string, string> = new Map(
  `jr=Jr. jnr=Jr. sr=Sr. snr=Sr. ii=II iii=III iv=IV 2nd=2nd 3rd=3rd 4th=4th esq=Esq. esquire=Esq. phd=PhD dphil=DPhil md=MD mba=MBA emba=EMBA msc=MSc bsc=BSc llm=LLM llb=LLB jd=JD edd=EdD dds=DDS dmd=DMD
  dvm=DVM psyd=PsyD dnp=DNP pharmd=PharmD mph=MPH mpa=MPA mfa=MFA cpa=CPA cfa=CFA cfp=CFP clu=CLU chfc=ChFC lutc=LUTC pmp=PMP phr=PHR sphr=SPHR shrm-cp=SHRM-CP shrm-scp=SHRM-SCP cissp=CISSP
  cma=CMA cia=CIA caia=CAIA frm=FRM acca=ACCA fcca=FCCA aca=ACA fca=FCA cima=CIMA mrics=MRICS frics=FRICS aia=AIA faia=FAIA leed=LEED rn=RN bsn=BSN msn=MSN lcsw=LCSW lmft=LMFT ret=Ret. obe=OBE mbe=MBE cbe=CBE kbe=KBE
  mp=MP mep=MEP msp=MSP mla=MLA mpp=MPP oam=OAM dbe=DBE gbe=GBE gcb=GCB kcb=KCB kcmg=KCMG cmg=CMG cvo=CVO kcvo=KCVO dso=DSO frs=FRS fba=FBA bem=BEM usn=USN usaf=USAF usmc=USMC
  dsc=DSc lld=LLD dlitt=DLitt med=MEd mphil=MPhil mse=MSE meng=MEng beng=BEng bcom=BCom pgdip=PGDip frcp=FRCP faan=FAAN fache=FACHE aprn=APRN lpn=LPN crna=CRNA rph=RPh dpm=DPM cfre=CFRE cae=CAE gri=GRI crs=CRS abr=ABR
  qc=QC kc=KC facs=FACS faap=FAAP csm=CSM cspo=CSPO ccie=CCIE csp=CSP ceng=CEng frcs=FRCS mrcp=MRCP`
    .split(/\s+/)
    .map((entry) => entry.split('=') as [string, string]),
)

/** Suffixes that are names or initials too; they need a comma before them, or capitals in a name of small letters. */
export const DOUBTFUL_SUFFIXES = new Set('ma ba do pe pa pt ms ra dc sj op i v vi x ed bs be cp np ot ce dd'.split(' '))

/** Words that belong to the surname after them. The second list only counts in small letters: as Ben, Al or Le it is a name. */
const PARTICLES = new Set(
  `van von vom zu zum zur der den ter ten te de del della delle dello dei degli di da das do dos du des la las los le lo d' mc bin ibn bint binti af av y e i
  mac st saint san santa vander vanden vande ver`.split(/\s+/),
)
const SMALL_PARTICLES = new Set(
  "ben al el ul ur abu le lo san santa mac st saint e i ver do te zu mc ter 't t".split(' '),
)

export function isParticle(word: string): boolean {
  const small = word.toLowerCase().replace(/[’`]/g, "'")
  if (/^(st|ste)\.$/.test(small)) return true
  if (SMALL_PARTICLES.has(small)) return word === small
  return PARTICLES.has(small)
}

/** Words between two surnames: "Ortega y Gasset". */
export const JOINERS = new Set(['y', 'e', 'i', '&'])

/** Beginnings of given names that take the next word along ("Abdul Rahman"). */
export const OPEN_GIVEN_NAMES = new Set(['abd', 'abdul', 'abdel', 'abdur', 'abou', 'abu', 'umm'])

/** Surnames so common in Spain and Latin America that two of them at the end are father's and mother's. Folded. */
export const HISPANIC_SURNAMES = new Set(
  `garcia rodriguez gonzalez fernandez lopez martinez sanchez perez gomez martin jimenez ruiz hernandez diaz moreno munoz alvarez romero alonso gutierrez navarro torres dominguez vazquez ramos gil ramirez
  serrano blanco molina morales suarez ortega delgado castro ortiz rubio marin sanz nunez iglesias medina garrido cortes castillo santos lozano guerrero cano prieto mendez cruz calvo gallego vidal leon marquez
  herrera pena flores cabrera campos vega fuentes carrasco diez reyes caballero nieto aguilar pascual santana herrero lorenzo montero hidalgo gimenez ibanez ferrer duran santiago benitez mora vicente vargas arias
  carmona crespo roman pastor soto saez velasco moya soler parra esteban bravo gallardo rojas pardo rivera chavez mendoza guzman salazar contreras rios espinoza espinosa valdez velazquez maldonado acosta figueroa
  avila juarez sandoval padilla cardenas miranda robles cervantes zuniga mejia rosales villanueva ochoa pacheco cisneros quintero escobar zapata restrepo henao ospina valencia arango jaramillo londono bedoya gutierez`.split(
    /\s+/,
  ),
)

/** Vietnamese surnames come first in Vietnamese order; folded. The first ones are surnames nowhere else. */
export const VIETNAMESE_SURNAMES = new Set(
  'nguyen tran pham huynh phan truong dinh trinh bui dang doan luong'.split(' '),
)
export const KOREAN_SURNAMES = new Set(
  'kim lee park choi jung jeong kang cho yoon jang chang lim im han oh seo shin kwon hwang ahn song yoo hong moon bae noh nam ko koh yang son'.split(
    ' ',
  ),
)

/** Two-character surnames of Chinese and Korean names; all others take one. */
export const LONG_CJK_SURNAMES = new Set(
  '欧阳 歐陽 司马 司馬 诸葛 諸葛 上官 司徒 东方 東方 夏侯 尉迟 皇甫 公孙 公孫 慕容 令狐 长孙 南宫 南宮 端木 남궁 황보 제갈 사공 선우 서문 독고'.split(
    ' ',
  ),
)

/** Words of what firms do or are, which end the name of one: "Acme Solutions", "Smith Consulting". No surname is among them. */
export const FIRM_WORDS = new Set(
  'solutions systems services consulting consultants technologies technology technik software industries holding holdings partners associates enterprises ventures capital logistics marketing studios studio agency agentur gruppe group international worldwide global labs laboratories electronics engineering construction manufacturing properties restaurant hotel clinic hospital university college school academy foundation institute association verband verein stiftung bank insurance versicherung pharma motors airlines telecom energy energie media verlag publishing foods bakery pharmacy apotheke praxis kanzlei werke bau immobilien'.split(
    ' ',
  ),
)

/** What stands in a name column and is no person. */
export const NOT_PERSONS = new Set(
  'admin administrator info sales support team office contact accounts accounting billing hr marketing department dept customer service helpdesk webmaster noreply unknown none null test n/a na tbd reception inc llc ltd gmbh corp corporation company plc limited'.split(
    ' ',
  ),
)
