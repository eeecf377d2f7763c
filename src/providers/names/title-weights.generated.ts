// Weights of the model of departments, written by bench/quality/train-titles.ts from titles of the O*NET Database (U.S. Department of Labor, CC BY 4.0), changed.

export const CLASSES = ["other","executive","marketing","sales","customer_success","design","engineering","it","data","security","finance","legal","human_resources","operations","research","education","healthcare"] as const
/** A guess less likely than this is none. */
export const LEAST_PROBABILITY = 0.75
export const SCALE = 10
export const BIASES: readonly number[] = [4.91,-1.8,-0.88,-0.5,-1.6,-0.77,-0.62,-1.23,-0.64,-2.3,0.69,0.08,-0.89,0.97,1.89,0.54,2.14]
export const WEIGHTS = `$abstractor=a-13l24 $accountant=a-15k29 $actuary=a-11i26q-6 $adjuster=e21o-4q-4 $administrator=a-9h14l-4m10p7 $adviser=k7
$advisor=a-11e8f10g10k4m6n-8o-9p7q-7 $advocate=c12q-5 $agent=d18k13l-4n5o-12p10q-10 $aide=k-4o-6p12q11
$analyst=a-12d-9f-6g7h10i12j12k11l-9m8o5p-11q-12 $applicator=a7 $appraiser=k25o-5q-6 $archaeologist=a-13o19 $architect=a5g9i11o-5q-11
$archivist=a-14p23 $artist=a6f28n-4o-6q-8 $assembler=a17 $assessor=a-9d10k11 $assistant=a5g-5i-5l6m6n7o-8q8 $associate=c6d-8f12i-5k4l-4m6
$astronomer=a-13o19 $attacher=a5 $attendant=a12o-7q14 $attorney=a-13l27 $auditor=a6k11q-6 $bailiff=a6 $baker=o6 $balancer=k10 $baster=a5 $bender=a6
$biologist=a-13o21 $blaster=a5 $blender=a7 $blower=a6 $boilermaker=a5 $bolter=a5 $boner=a4 $bookkeeper=a-14k24 $boss=a6 $brakeman=a6 $brazer=a5
$breaker=a6 $breeder=a-5o12 $broker=a-8d8k6n6 $brusher=a4 $buffer=a5 $builder=a14 $burner=a7 $buyer=d15n16o-6q-6 $calibrator=n9 $caller=a-6n14
$captain=a9 $caretaker=q6 $carpenter=a7 $carrier=n14 $caser=a4 $cashier=k16o-5 $caster=a7 $catcher=a5 $cementer=a4 $changer=a6 $chaser=a-4n5o9
$checker=k13n15o-6q-8 $chef=a7 $chemist=a-12o21 $chief=a12 $classifier=m12o-4 $cleaner=a14 $clerk=c-5d-6e8f7g-5i-5k14l6n12o-12q-4 $clinician=a-5q9
$closer=l5 $coach=a6p5 $coater=a5 $coder=a-5q10 $collector=k18n-5o-8p7q-8 $commissioner=a-12b28q-5 $concierge=a8q-4 $conservationist=a-12o18
$consultant=a-15c6d7f9g10h9i4k5l-9n-12q-7 $contractor=m11 $controller=a-7k14n6 $cook=a17q-7 $cooker=a4 $coordinator=a-6b-5c7f6h5m6n5o-7 $copywriter=a6
$coroner=a7 $correspondent=a9 $counsel=a-12l22 $counselor=a7d9k16l5n-5o-9p-8 $courier=a-12n24o-4q-4 $coverer=a6 $craftsman=a5 $crewman=a7
$crewmember=a5 $critic=a6 $curator=a-17i-5o7p29 $curer=a5 $custodian=a4q4 $cutter=a17 $dealer=d12 $dean=a-14p25 $decorator=f20 $demonstrator=a7
$dentist=a-13q18 $deputy=a9 $designer=a-7f26g17k-6l-4m7n-7q-11 $detailer=n8 $detective=a4 $developer=a-10c9f7g26k-4n-5q-8 $dietitian=a-13q20
$dipper=a7 $director=a-5b19c9f7h6i-6l-10m5o-10q-4 $dispatcher=n27o-4q-8 $distributor=d12 $diver=a5 $docent=a10 $doctor=a-7q18 $drafter=a11 $drawer=a4
$dresser=a7 $drier=a5 $driller=a10 $driver=a25n-7 $dumper=a4 $dyer=a9 $economist=a-13k-7o19p9 $editor=a13 $educator=h13p17q-12 $electrician=a6
$engineer=a-9c-4d7f4g34h12i8k-8l-6m-4o-6p-8q-12 $engraver=a7 $epidemiologist=a-14o17q5 $erector=a8 $ergonomist=a-13g25q-4 $escort=a4 $estimator=a-5n15
$etcher=a5 $evaluator=a-6o12 $examiner=k15l17n-5p-4q-10 $executive=a-15b20c13 $expert=a-8c9g15j9n-5o4q-9 $fabricator=a10 $farmworker=a5 $feeder=a11
$filler=a11 $finisher=a13 $firer=a4 $fisher=a4 $fitter=a6q8 $fixer=a5 $folder=a5 $foreman=n12 $forester=a-13o23 $former=a7 $gatherer=a5 $gauger=n9
$geneticist=a-11o19 $grader=a4p9 $greaser=a4 $greeter=a5 $grinder=a13 $guard=k10 $guide=a9 $hand=a10 $handler=a11n-6p8 $hanger=a8 $hauler=a6
$heater=a4 $helper=a13o-5p9q-5 $historian=a-11o19 $hooker=a4 $host=a6 $hostess=a7 $housekeeper=a5 $hunter=j13 $illustrator=a8q-4 $inserter=a5
$inspector=a10g-4n6o8 $installer=a17 $instructor=o-8p34 $insulator=a7 $integrator=a-10h20 $internist=a-12q18 $interpreter=a11q-5
$interventionist=a-14p23 $interviewer=m16 $investigator=a8k13q-8 $jeweler=a5 $journalist=a7 $judge=l22q-4 $keeper=a8 $knitter=a5 $laborer=a11
$laster=a6 $layer=a9 $leader=b10 $lecturer=a-15p27 $liaison=o11 $librarian=a-8o-4p27q-4 $lieutenant=a5 $lineman=a4 $liner=a8 $loader=a12 $locator=o9
$logger=a-10o14 $machinist=a7 $magistrate=a-14l24 $maintainer=a8 $maker=a20q-4 $man=a9n10o-4q-4 $manager=a-8b7c8e-4g5h8i-4j-4l-12m10n7o-10p-4q-6
$marker=a9 $mason=a7 $master=a6 $mate=a4 $mechanic=a19 $member=d5f7n-4o-7p8q5 $mender=a7 $merchandiser=a-9f20 $merchant=a-9n17 $messenger=a-16n25
$meteorologist=a-11o18 $midwife=a-9q15 $miller=a8 $miner=i11 $mixer=a13 $model=a13 $molder=a12 $monitor=a5o5 $mounter=a8 $navigator=a5
$neuropsychologist=a-6o16q-7 $neuroradiologist=a-11q16 $nurse=a-7h9o-4q16 $nutritionist=a-14o11q10 $observer=a-4o13 $offbearer=a5
$officer=a-6b13d-5f-4g-6h6i5k9l6m6o-4p-9q-5 $oiler=a7 $operator=a7d4g-4l-4n8o7 $ophthalmologist=a-11q16 $orthoptist=a-11q16 $orthotist=a-12q18
$packer=a11 $painter=a9 $paraeducator=a-13p18 $paramedic=a-8q13 $pastor=a5 $pathologist=a-14o9q10 $patternmaker=a4 $paver=a5 $pediatrician=a-11q16
$peeler=a4 $performer=a5 $person=a6o4 $photographer=a10 $physician=a-12q21 $physicist=a-13o21 $physiologist=a-12o8q8 $picker=a10 $pilot=a11
$planner=a-6c10i8j11n5p-5q-8 $plasterer=a6 $plater=a6 $player=a8 $plumber=a5 $polisher=a10 $pourer=a6 $practitioner=a-5q14 $preparer=n4o-5q7
$president=a-8b16k-5p12 $presser=a9 $printer=a8 $processor=d10n5o-5q-5 $producer=d11 $professional=a-21d9e8g7h6 $professor=a-17o-6p43q-8
$programmer=a-7g23i8o-5q-4 $projectionist=a5 $psychiatrist=a-12q18 $psychologist=a-14o24 $puller=a11 $pumper=a9 $pusher=a4 $racer=a5 $ranger=o8
$reader=k9o-4 $rebuilder=a4 $receptionist=a6 $recorder=n6o6 $recruiter=a-8m20 $refinisher=a6 $registered=a-5q8 $registrar=p5 $remover=a8 $repairer=a16
$repairman=a4 $reporter=a12 $representative=a-5c-5d13e15g6i-6m10n-4o-13q-5 $researcher=a-7o19q-6 $reviewer=k13 $rider=a7 $rigger=a8 $riveter=a5
$rn=a-11q18 $roller=a6 $roofer=a8 $runner=a5n8 $sacker=a4 $salesman=a7 $salesperson=c10d22o-5q-7 $sampler=n10 $sander=a6 $sawyer=a7 $scaler=n9
$scheduler=n13q-7 $scientist=a-11g20i6n-5o15q-6 $screener=a5 $sculptor=a4 $sealer=a6 $seamstress=a4 $secretary=a11 $selector=a6 $separator=a4
$sergeant=a7 $server=a8 $servicer=a7 $setter=a12 $sewer=a8 $shaper=a4 $sharpener=a4 $sheriff=a5 $shooter=a6 $shopper=a4 $sitter=q9 $skater=a4
$skinner=a5 $solderer=a5 $sonographer=a-10q15 $sorter=a13 $specialist=b-8g5j5l-6m6n-7 $spinner=a6 $splicer=a6 $spooler=a5 $spotter=a5 $sprayer=a7
$stacker=a6 $stainer=a4 $statistician=a-16i28 $steward=n12 $sticker=a4 $stitcher=a8 $stocker=a5 $straightener=a6 $strategist=a-17c20g8i13o-6q-5
$stretcher=a4 $stringer=a7 $stripper=a8 $stuffer=a4 $superintendent=b11n15o-8p10q-7 $supervisor=a9c10d-6n17 $surgeon=a-16q25 $surveyor=a11
$taker=a-5n15 $teacher=a4o-7p33q-10 $tech=a-5h11q5 $technician=c-6f-7h12i7k-4l-8n-6o6p8 $technologist=g-6n-5o8p5q17 $teller=a-6k20q-4 $tender=a16
$tester=a6g14n-5o15p-4q-8 $therapist=q17 $threader=a4 $tier=a8 $tipper=a4 $tracer=a7 $trader=a-16d30 $trainer=d-4m16 $translator=a5
$transporter=a-9q14 $trapper=a7 $treater=a6 $trimmer=a5f11 $turner=a8 $tutor=a-12o-4p25 $typist=a6 $underwriter=a-13k29q-5 $unloader=a6 $vendor=p9
$veterinarian=a-7q12 $waiter=a4 $walker=a4 $warden=a5 $washer=a9 $watchman=a6 $weaver=a5 $weigher=a-7n21o-4 $welder=a10 $winder=a9 $wirer=a9
$worker=c6d5i5n5o-9 $wrapper=a6 $writer=a9l8q-6 3d=a-22f29 911=a-15n18 abstractor=a-13l24 academic=a-8k-4p27 access=a-13q27
account=a-32b-5c35d14e8k22n-8o-8p-4q-8 accountant=a-15k29 accounting=a-19k43n-4o-4 accounts=a4k16n-6 accounts_payable=a-5k13 acid=a8
acquisitions=a-6k10 actuary=a-11i26q-6 adapted=a-7p16 adapted_physical=p6 adjunct=a-4p6 adjuster=e21o-4q-4 administration=a-7i9k6m13n-8
administration_manager=a-7i9k7 administrative=a5l18o-5 administrator=a-9h14l-4m10p7 adult=a-8p10q5 advertising=a-12c36d28k-10n-11o-8q-5 adviser=k7
advisor=a-11e8f10g10k4m6n-8o-9p7q-7 advocate=c11e13o-4q-6 aerial=a12 aerospace=a5 affairs=b9c9 agency=a-9b11c5d-5n8 agent=d18k13l-4n5o-12p10q-10
agricultural=a-9b7d7g12h-4k-7m-5n-5o6p9 agriculture=a-4g18 aid=a-7k11q4 aide=a-5k-4p12q9 aided=a7 aided_design=a6 air=a16k-4n12o-6q-4 airborne=a9
aircraft=a12f-4n4 airline=a11n-9 airplane=n14 airport=a7d-16g5n9 alarm=a5 all=h11 allergy=q6 alley=a4 analysis=o17q-5
analyst=a-6d-9f-6g7h9i11j12k11l-9m8p-11q-13 analytical=a-17c-5i24o14q-7 and=a5b9f-7g5h-9k8l-6p-5q4 and_control=a7 and_development=a-8g4m12o-5p7
and_die=g4 and_health=a-5g8 and_language=p-9q12 and_mobility=a-6q10 and_pediatric=a-4q7 and_recreation=a5 and_safety=a9 and_service=a-12n15
and_training=a6 anesthesiologist=a-17q23 animal=a12k-4n-7q11 animal_caretaker=a-4q8 animal_nutritionist=a-6o19q-11 animal_veterinarian=a-6q9
anthropology=p6 aoc=a5 apartment=d6 apparel=f5 appliance=a9 application=g21h7n-4 applications=a-14d8g12h10 applications_engineer=a-5d9 applicator=a7
appraiser=k25o-5q-6 archaeologist=a-13o19 architect=g21i10o-6q-11 archivist=a-14p23 armor=a6 art=a-22f28n-4o-6p25 artificial=a-6q11
artist=d10f26n-5o-6q-9 arts=a-8f12p8 arts_therapist=q4 asbestos=a5 asphalt=a9 assembler=a18 assembly=a11 assessor=a-9d10k11 asset=a7
asset_protection=a7 assistant=a-5d-4g-5i-5l6m6n6o4p5q5 associate=c6d-8f12i-5k4l-4m6 assurance=a17o-7 astronomer=a-13o19 athletic=a-9p9q14 attacher=a5
attendant=a12o-7q14 attorney=a-20l36 audio=a9g-10p10 auditor=a-13k35o-4q-7 auto=a8d15k-7o-4q-6 automatic=a8 automation=a-13f-7g30h11o-9q-6
automobile=a10f-4g10k-9 automotive=a11g4l6o-6q-5 aviation=a5 avionics=a11 back=n11 bailiff=a6 baker=o6 balance=a-9k10 balancer=k10 balloon=a5
bank=a-14k16q11 banking=k9 bar=a8 barrel=a9 baseball=a5 basketball=a5 baster=a5 bath=f6 battery=a7 bead=a4 beater=a12g-7 beauty=a10 behavioral=p5q-5
belt=a7 bench=a5o4q-5 bender=a6 benefits=a-8m25q-6 benefits_coordinator=a-7m18 bicycle=a10 billing=a-7k29n-7q-5 binder=a8 biofuels=a-13g21
bioinformatics=a-22h-4i29k-4o18q-6 biological=o5 biologist=a-13o21 biology=a-7o10p5 biomass=a-7n10 biophysics=a-5o10 bit=a5 black=a4 blast=a5
blaster=a5 blasting=a5 bleacher=a5 blender=a8 block=a7 blocker=a7q-4 blood=a7k-11q12 blood_bank=k-11q14 blower=a7 board=n7o-6q10 boat=a20g-11
bobbin=a8 body=f5 boiler=a13o-5 boilermaker=a5 bolter=a5 boner=a4 book=p12 booking=a9 bookkeeper=a-14k24 booth=a9 boss=a6 bottle=a4 bowling=a6 box=n8
boxing=a6 brake=a10 brakeman=a6 branch=a-10k15p9 brazer=a5 bread=a4 breaker=a6 breeder=a-5o12 brick=a8 bricklayer=a5 broadcast=a18g-11
broker=d8k6n5q-5 brusher=a5 buffer=a5 builder=a14 building=a15 buildings=a5 bulk=a-15n26 burner=a8 burnisher=a6 bus=a9
business=c8d14g-14k-8l10o-10p6q-7 business_and=a-4i9 button=a6 buyer=d15n16o-6q-6 cab=a-10n11 cable=a10 cad=a16f-8 cage=a-11k16 calibrator=n9
caller=a-6n14 camera=a5 campus=p13 can=a5 cane=a-8n11 cap=a5 captain=a9 car=a9f5n10o-5q-5 card=a7 cardiac=a-10q19 cardiac_catheterization=a-5q8
care=e10k-4n-6o-8p4q23 care_specialist=a17q-9 care_technician=a7 care_unit=q5 care_worker=a-11q13 career=a9k-5l11n-5 caretaker=q6 cargo=a-11n28
carpenter=a9 carrier=n14 case=a16q-5 case_manager=a6 caser=a4 cashier=k15o-5 casing=a5 casino=k9 caster=a7 casting=a13 cat=a6 catcher=a5 catering=a9
catheterization=a-5q8 cattle=a-6o9 cell=a-7g7o9 cementer=a4 center=a-4e12k-6o-6p20 central=a-15q20 central_service=a-8q9 ceramic=f6
certified=a-9g10h-4k7l-8p-5q21 chain=n10 chalk=a-9o10 chamber=a13b-6 change=b7 changer=a6 charge=a-6o-4q20 chart=a-14k22 chaser=a-4n5o9 check=a4
checker=k10n14o-6q-9 chef=a9 chemical=k-6o17q-7 chemical_engineering=a-5g9 chemical_technician=a-8o11 chemist=a-16o29q-4 chemistry=a-7p4q5 chicken=a7
chief=a-15b41g-6k-10n18o-7q-8 child=o20p4q-12 child_welfare=a4 children=a7 children_s=a7 chip=a7 chipper=a4 choir=a9 chopper=a6 cigarette=a8
circuit=a13f-5 city=a-11b24k6o-8p-4q-7 civil=a12f-7 claims=a30k-6 claims_examiner=a6 classifier=m12o-4 clay=a5 cleaner=a15 cleaning=a9
clerical=a7e13q-7 clerk=c-6d-6e8f7g-5i-6k18l5m-4n17o-13q-5 client=e24 climate=a-17b7k-4o23 clinical=b-5c-5g-5h9i17k-7l-4m-5n-11o23p-19q24
clinical_coordinator=a-6o15q-5 clinical_data=i19 clinical_exercise=q10 clinical_laboratory=o-7p5q10 clinical_trial=a-4o16q-5 clinician=a-5q9 closer=l5
cloth=f6n10o-6 club=p11 club_manager=a9 coach=a7p5 coal=a9 coater=a9 coating=a6 code=a4 coder=q10 coil=a5 cold=a10 collar=a5
collection=a-9h9i-8k22n6q-6 collections=a-20k34o-5q5 collector=a-6k13n5p6q-9 college=a-9p25 color=f11g-6o6 colorist=a-8o15 combat=a7 combatant=a5
combination=a6 command=o6 commerce=a18b-7c9 commerce_sales=a9 commercial=d7k18l5n-5o-8q-5 commissioner=a-12b28q-5 communications=a-9c29k-4n10o-6q-7
community=a12c14l9o-5p-6q-6 community_health=a7 community_relations=a-20c17l11 companion=a-18o6q17 compensation=a-17k-6l13m41o-9q-4 compliance=a7k13
compressor=g-5n14 computer=a-13h29j8n11o-8q-12 computer_aided=a7 computer_network=h7 computer_scientist=a23g-5o-12 computer_systems=a5g-5
concierge=a8q-4 conditioner=a5 conditioning=a5 conservation=a-10o10p17q-4 conservationist=a-12o18 construction=a7n-6o12
consultant=a-7c5f9g9h8i4k4l-9n-13q-5 consulting=a-9i11 consumer=a-16b10c11 contact=a-6e12o-5q7 contact_lens=a-7q11 content=a9 contract=a9
contractor=m11 control=a11f-5g8k7m-5n18p-6q-11 control_clerk=a-11k5n9 control_engineer=g5 control_manager=n4 control_officer=a8 control_specialist=a8
control_system=a7 control_systems=a8 control_technician=o10q-5 controlled=a4 controller=a5g-8k14n4 controls=g8 conveyor=a4 cook=o-4q15 cooker=a5
coordinator=a-6b-5c7f6h5m6n5o-7 copy=n10 copywriter=a6 core=o7 corn=a8n-5 coroner=a9 corporate=a-6b6c10d8l15o-7q-7 correctional=a-6n6p8 corrections=a7
corrective=a-5q6 correspondence=a10 correspondent=a9 cost=g-9k14 costume=f9 cotton=n4o5q-5 counsel=a-12l22 counseling=o5 counselor=d9k15l13n-5o-10p-8
counter=a5n4 counterintelligence=a10 county=a-17d-5o8p15q5 courier=a-12n24o-4q-4 court=a4l14n-4 coverer=a6 craftsman=a5 crane=a8g-11n9 cream=o8
creative=q5 credit=k31n-5q-6 credit_union=a-7k11 crew=a10n10q-4 crew_member=a6 crew_supervisor=a-8n10 crewman=a7 crewmember=a6 critic=a6 crop=a4o4
crossing=a5 curator=a-17i-5o7p29 curer=a5 curriculum=a-16f-6p42 custodian=a6q4 custom=a6 customer=a-7c-5d13e17h6k14o-8p-5q-12
customer_service=a11d-5e8k-7 customs=b9k12 cut=a6 cutter=a17 cutting=a-5k9 cyber=a-10b9g-5j25l5n-4o-6 cytogenetics=a-9q19 dairy=a5o12 damage=a24k-9o-5
damage_appraiser=a11k-6 dance=q4 data=d-4g-13h11i45j5k-11n-7q-13 data_management=i10 data_processing=a-8h18i-5 database=a-22g-9i53j10k-5o6p-13q-6
day=a11q-8 dealer=a6d10 dean=a-14p25 deck=a9 decorating=a-5f21o-4 decorator=f20 defense=a7 delivery=a-4n13 demonstrator=a7 dental=d10q14
dental_assistant=a-7q11 dentist=a-7q14 department=a5d-4f12n-6q4 department_manager=a5k6 department_supervisor=a8n-5 deposit=a-6k17n-5
deposition=a13g-11 deputy=b8l13o-4q-8 derrick=a10g-8 design=b5f22g8k-5n-5o-10p12q-12 design_director=a-11b7f15 design_engineer=a-10g14
design_technician=a8 designer=a-7f26g17k-6l-4m7n-7q-11 desk=a15o-4 desk_clerk=a4 desktop=a-6h26o-5 destructive=a9 detailer=n8 detective=a7
developer=a-6c8f7g24k-4n-6o-4q-9 development=b-5c-5d14f-4g5h14k-7m21n-8q-15 development_consultant=m5 development_director=a-10g6h14m8
development_engineer=a-10d16 development_manager=a5m5 development_specialist=a-6m10o13 developmental=a-8q8 device=g7 diagnostic=q9 diamond=a4 die=a6g4
diesel=a8 diet=a-18k-4q33 dietary=q7 dietetic=a-12q18 dietitian=a-13q20 digger=a4 digital=c16f18g6k-6n-5o-9q-6 digital_media=a-6f14 dinkey=a9g-7
dipper=a7 direct=n-6q18 director=a-8b19c9f7h6i-7l-10o-13p10q-5 disc=a4 dispatcher=n27o-4q-8 display=a-17f35n7o-4q-6 disposal=n12o-5
distribution=a-6d10f-6g5n11o-5 distributor=d12 district=b9d12n-10q-4 diver=a8 division=a-5b6c8k-5n6 division_manager=c9n-4 docent=a10 doctor=a-12q27
document=a6n-6o8 dog=a19p-9 door=a9 dough=a6 drafter=a11 drafting=a7 drawer=a5 dredge=a9g-7 dresser=a7 drier=a7 drill=o4 driller=a12 drilling=a9
driver=a12g-5n17o-4q-7 driving=a6g-4 drop=a-10n22 drug=a12k-5q-5 drum=a5 dry=o8 drywall=a4 dumper=a5 dye=n-7o8 dyer=a9 e=a-9c9f-6h10m10o6
e_commerce=a7c9 earth=o6 economic=a-9o22 economics=a-6p5 economist=a-13k-7o21p9 edge=a4 edger=a7 editor=a13 education=k-5n-8o5p33q-10
education_coordinator=a9p7q-5 educational=a-6o13p9 educator=h13p17q-12 efficiency=a-9m12 egg=a8 elastic=a5 electric=o11q-6 electrical=a11g7o5q-6
electrician=a9 electromechanical=a8q-6 electronic=a20 electronics=a13o-5q-7 elevator=a8 eligibility=a5 emergency=a-7q15 employee=m27o-5
employment=b10m22o-4q-5 end=a6 endoscopy=a-7q12 energy=a8g9k-9o14q-6 energy_systems=a-7o7 enforcement=a10b8 enforcement_officer=a8 engine=f-5g10o5
engineer=d6g29h11i7k-8l-6m-4o-8p-9q-14 engineering=a13g35h15k-7n-5o-17q-15 engineering_director=a-17g16h11 engineering_manager=a-15g22
engineering_teacher=a-6p8 engineering_technician=a10 engineering_technologist=a19g-4q-9 engraver=a7 entertainment=a10
environmental=b7g9k-6n-7o31p-9q-9 environmental_health=a6 environmental_quality=a22o-14 epidemiologist=a-14o17q5 equipment=a13d8g11k-9n-5o-9p-4
equipment_engineer=g5 equipment_sales=d8 equipment_specialist=a8 equipment_technician=a9q-5 erector=a8 ergonomist=a-13g25q-4 escort=a5 esl=p4
estate=a-9d12k19o-4 estimator=a-5n15 etcher=a5 evaluation=g6 evaluator=a-6o12 event=c9f12q-4 events=a17n-5 examiner=k15l17n-5p-4q-10
exchange=a-17k17p10 executive=a-5b36c10k-5n-4o-6p-7q-6 exercise=a-6o-4q15 exhibit=a-19f28o-6p16q-6 experience=a6 expert=a-8c9g15j9n-5o4q-9
explosive=a10 export=a-9k7n18 export_coordinator=a-8n15 extension=a-20p39 exterior=a13f-6 extrusion=g5 fabric=a-5n9 fabrication=a5 fabricator=a10
facilities=a-9n6o18q-4 facility=a10f-5n11o-4 factors=a-6g16 factory=a-15d10g9n9 faculty=a-13p22 faculty_member=a-13p22 family=a13p-5 family_service=a5
farm=f-4g8n-9o-6p28q-8 farm_manager=a11 farmworker=a5 fashion=a-13c24 fast=a4 fast_food=a4 feather=a4 feed=a-8o9p15 feeder=a11 ferry=a14g-11
field=b9h8k-5n4o10q-14 field_service=a5 field_technician=a9o-6 filler=a12 film=a9g-5p9 financial=a-25b21d15k32n-6o-5p-6q-6 financial_aid=k11
financial_analyst=k8 finisher=a13 finishing=a15o-6 fire=a15f5o-7q-5 fire_protection=a-10g18 firer=a4 first=a-7q13 fish=n6o8q-7 fish_hatchery=a6
fisher=a4 fisheries=o6 fitness=a6p10q-4 fitter=a8q8 fixed=g-7k15 fixer=a6 flat=n12 fleet=a-11n17 flexible=a-13n12q6 flight=a6g4i-5n11o-7q8
flight_operations=n4 flight_test=a7 floor=a9k8q-5 flooring=a9 floral=a-21f41k-6n-5 flow=a-6n9o8 folder=a5 food=a7k-6n-6o19 food_service=n-4q8
foot=a-9q16 force=a7 foreign=a-5k12 foreman=n12 forensic=a-14f-5o15q17 forest=a-11n-5o27 forester=a-13o23 forestry=h-6o18q-5 form=a10f-6 former=a7
forming=a6 frame=a5 freezer=a7 freight=a-8k-4n34o-5q-5 frequency=a-5g6 front=a12 front_office=a5 fruit=a6n4 fuel=a6f-4 funeral=a20 fur=a5 furnace=a12
furniture=f5 game=a-5f20g-5 games=a5 gaming=k17 gang=a4 garbage=n5 garment=a7 gas=a7g-8n6o12q-4 gas_specialist=a11o-5 gas_station=a-7n9 gate=a5
gatherer=a5 gauger=n7 gear=a6 general=a8d-5l16o-6q8 genetic=a-16q26 genetic_counselor=a-10q16 geneticist=a-11o19 genetics=q8 geodetic=a15
geographic=a14h-6 geographic_information=a14h-6 geological=a-11o18q-4 geospatial=o8q-7 geothermal=g5 glass=a14 glass_technician=a4 glazier=a4
global=g5 gold=a-7o11 golf=a24p-11 goods=o6 grader=a5p9 grain=a12n-4 graphic=a-9f18 graphics=f25n-5 greaser=a4 green=f-5o8 greenhouse=a13 greeter=a5
grey=a-11n10o6 grinder=a15 grocery=a5n9 ground=a-7n14 grounds=a13o-6 group=d9o8 guard=k10 guest=a12 guidance=p13 guidance_counselor=a7 guide=a19p-10
gun=a9 habitat=a-7o15 hair=a9 hall=a9 ham=a13q-11 hand=a20o-5 handler=a11n-7p8 handling=n6 hanger=a9 harvesting=a7 hat=g13 hatchery=a10n-4 hauler=a6
hazardous=o8 hazardous_substances=o4 head=p11 health=a-6b4c-7d-4f-4i7k-5l-5m14n-12o10p-15q23 health_aide=a-4o-5q12 health_and=a9 health_care=a7
health_information=a-11q18 health_inspector=a-11o16 health_program=a16o-9 healthcare=a-9q20 hearing=a-25l20o-5q23 hearing_instrument=q6
hearings=a-9l18 hearings_officer=a-9l18 heat=a8 heater=a6 heavy=a5 heel=a9 helper=a13o-5p9q-5 hide=a6 high=a-7o8 high_school=p4 highway=a5
historian=a-14g-6o29q-4 history=p4 hog=a8 hogshead=n5 hole=a4 home=f9k-7n-5o-13p19q8 home_health=a-5q6 hooker=a5 hop=a9n-5 horse=a15 horticultural=o11
hospice=a-9q22 hospital=a-8q17 host=a7 hostess=a7 hot=a8o4 hotel=a5d9k-6 house=a7o4 housekeeper=a5 housing=k6m-5n8o16q-5 hr=a-17m33 human=a-4g14m14q-4
human_factors=a-6g16 human_resources=a-8m16o5 hunter=j13 hvac=d8g9q-5 hydraulic=a7 hydroelectric=g6 ice=a7 identification=a17o-5 illustrator=a8q-4
imaging=q17 import=a7n12 in=k5p6q-10 income=a-12k20 independent=a8 industrial=f-4g-11n8o18 industry=a10 informatics=a-16h35i18o-7p-4q-11
information=a7c23g-11h11j5n-7o-11p-5 information_management=a6o-4q8 information_systems=a8h5 information_technology=h11j5 infrastructure=h-10n11
injection=a5 insecticide=a7 inserter=a5 inside=d6 insole=a4 inspection=n4 inspector=a13g-5n6o6 installation=a16 installer=a19 institution=a-15b16p6
institutional=p14 instruction=a-4p15 instructor=o-8p34 instrument=a13o-5 instrument_specialist=q6 instrumentation=a4 instruments=l4 insulation=a10
insulator=a7 insurance=d29m5n-8o-7p-5 integrated=a6 integration=a7 integrator=a-10h20 intelligence=a17h-9i17k-6n-6o7q-5 intelligence_analyst=h-8o14
intelligence_consultant=a-8i21 intensive=q4 intensive_care=q4 interactive=f9 interior=f19 internal=a-8k10q5 internal_medicine=a-4q7
international=a-8k6n15q-5 internet=a-10c12h10j8n-6 internist=a-12q18 interpreter=a11q-5 intervention=a6 interventional=a-20q26 interventionist=a-14p23
interviewer=m16 inventory=a12 investigation=a-4k13 investigator=a8k13q-8 investment=a-9k27o-5 iron=a7 ironworker=a4 irrigation=a-10g14
it=a-8h31j4k-6o-6 jewel=a7 jeweler=a11q-5 jewelry=a10f-5 job=a-12m33o-5 joiner=a4 joint=a7 journalist=a7 judge=l22q-4 keeper=a8 kennel=a8 kettle=a5
kitchen=f14 knitter=a5 knot=a4 lab=a-9o6q8 lab_technician=o12q-8 labor=k-5m30 labor_relations=a7m5 laboratory=a-12k-6o23q20
laboratory_technician=a18q-6 laborer=a11 ladle=a4 land=a-5d9n-5o25q-5 land_surveyor=a5 landing=a4 landscape=a12f-9g9 language=a-5p-7q18
language_specialist=q6 laser=a5 laster=a6 lathe=a6 laundry=a15q-6 law=a-24b9k-5l34n-4 law_clerk=a-9l17 lawn=a12q-5 layer=a10 layout=f9
layout_technician=a5 leader=b10 learning=a-10f-7g-7m20p23q-5 learning_and=m11 lease=a7 leasing=a-6d25n-5 leather=a7 lecturer=a-15p27
legal=k-7l44n-4o-7q-5 lens=a6q6 level=a4 leveler=a5 liaison=a-9i11q11 librarian=a-8o-4p27q-4 library=a-9k-5n-4p34q-8 license=a13
licensed=d-5g5k-5o12p-5q9 lieutenant=a5 life=a-9d5o7p9 light=a6 lighting=a6f9 line=a7g-5n11q-5 line_operator=a4 line_service=a-15n16 lineman=a6
linen=a5 liner=a9 lines=d-4n10 lining=a5 livestock=a16k-7 load=n5 loader=a13 loading=a-7n11 loan=a-11k35o-5q-5 locater=a-17o24 locator=a-8o18 lock=a7
locomotive=a8g-5 log=a9 logger=a-7o12 logging=o7 logistics=a-16g-6k-5n48o-5 long=a-5q8 loom=a5 loss=k7n-6q15 loss_prevention=a10 lumber=a7
machine=a18g-5k21n-6o-10q-7 machine_operator=k16o-6 machinist=a7 magistrate=a-14l24 mail=h10n18o-4p-12q-6 maintainer=a8 maintenance=a11g-9m8n9o-7p4q-5
maintenance_technician=a7 make=a7n-5 make_up=a7n-5 maker=a20q-4 makeup=a6 makeup_artist=a6 making=a6 man=a10n10o-4q-4
management=c-5g-8h-4k9m10o11p7q-6 management_consultant=a4g-4o12 management_director=a-6k8q6 management_officer=a-5o14 management_specialist=n19o-8q-4
manager=b7c8e-4g5h8i-4j-4l-12m10n6o-11p-5q-8 manufacturing=a19n9o-5q-10 map=o8 mapping=a6 marine=a6d-13g10o12q-4 marker=a9 market=a-16c18d11i9n-4o-7
marketing=a-9c44d5k-7n-4o-7q-5 marking=a4 mask=a8f-5 mason=a8 massage=a-15q18 massage_therapist=q6 master=a21g-6q-7 mat=a4 matcher=a5 mate=a5
material=a-9i12k-6n9o-6q6 materials=a-20d9k-6n23o9p6q-8 maxillofacial=a-12q15 measurement=n8 measurer=a4 meat=a12 mechanic=a20 mechanical=a4g9n-4
mechanical_engineering=g6 media=a-12b7c22f11k-6n-8p12q-12 media_specialist=a-11c5f12p6 medical=a-9f-6k5l-4n-5o8q33 medical_laboratory=q6
medical_records=a-6o-5q19 medicine=a-14o-5q26 melter=a5 member=a7f7n-5o-7p8 mender=a7 mental=a4 mental_health=a5 merchandise=f10n20q-6
merchandiser=a-9f20 merchandising=a-10f24n9q-5 merchant=n15 messenger=a-16n25 metal=d11n5q-5 meteorologist=a-11o18 meter=n6 microbiology=a-10o14
midwife=a-9q15 mill=d11 mill_operator=a4 miller=a9 mine=g19 miner=a7i11q-5 mining=g4 mirror=a8 missile=a5 mix=a6 mixer=a13 mobility=p-6q10 model=a11k6
mold=a7f5 molder=a12 molding=a4 molecular=a-14o16q4 monitor=a5o5 mortgage=a-5k21 motion=f9 motion_picture=a6 motor=a5p11 mounter=a8 mud=a-8o10
multi=a4 multimedia=a-13f16p10 museum=i19o-6p9q-6 music=a11p5 musical=a9g-8 nail=a7 natural=a-4o19 natural_gas=a9o-5 natural_resources=a-9o13
naturalist=a-9o12 naturopathic=a-21q29 naval=g22 navigator=a5 network=a-8g-15h56j8k-4n-6o-9q-5 network_and=a10g-9 network_systems=h7
neuropsychologist=a-6o16q-7 neuroradiologist=a-11q16 new=a13k-5n-6 news=a14 newspaper=a6 non=o10 non_destructive=a9 nuclear=a-11n-9o29q-4
numerical=a10g-8 numerical_control=a6 nurse=a-20h30o-9p-4q26 nurse_specialist=h7 nursery=a10 nursing=a-17h13n-4o-7p4q31 nursing_assistant=q6 nut=a7
nutrition=a-13o11q8 nutritionist=a-14o11q10 observer=o12 occupational=a-11m12q12 occupational_therapist=q4 occupational_therapy=q6 of=b-7j8l10o5p8q-9
off=a4 offbearer=a5 office=a11h11k10o-5q-14 office_specialist=a18q-9 officer=b13d-6f-5g-7h5i5k8l5m6o-5p-10q-6 oil=o15 oil_field=a5 oil_well=a5
oiler=a7 oncology=a-6o5q10 online=a8 operating=b9g-11q11 operating_engineer=a13g-11 operations=b7d-7h12i7j9k-9m-7n12o-5p-11q-10 operations_agent=a8
operations_and=a7 operations_coordinator=a8 operations_manager=c5n7 operations_specialist=a11o4 operations_supervisor=a-9n9 operator=a18d4g-4l-4n6o5
ophthalmic=a-18q28 ophthalmologist=a-11q16 optical=a10q-4 optics=g7 or=a6 order=k-7n29o-7 ordnance=a11 organization=a7 organizational=o13
orthoptist=a-11q16 orthotic=q10 orthotist=a-12q18 out=a5n7 outpatient=a-4q13 oven=a5 over=a5 oyster=a9 package=n8 packaging=a12 packer=a11 paint=o6q-4
painter=a13 panel=a5 paper=a8 paraeducator=a-13p18 paralegal=a-20l44o-4q-7 paramedic=a-8q13 park=n-6o28q-5 parking=a11 parole=a8l10 part=n6
parts=a7f-6n25o-5q-4 party=a13d-5 party_plan=a9d-5 passenger=a8k-4 pastor=a5 patent=a-9l11 pathologist=a-14o9q10 patient=a-12d-5k-5q40
patient_care=a-5q6 patrol=a12q-4 pattern=a20g-11 patternmaker=a4 paver=a5 paving=a4 payable=a-5k13 payroll=a-20k46o-6q-9 pediatric=a-24o6q30
pediatrician=a-11q16 peeler=a4 performer=a5 person=a6o4 personal=d-5k9q8 personnel=a-7m34n-5 pest=a10o-5 pest_control=a7o-4 petroleum=a-11g4o15
pharmaceutical=a-19d14o5q6 pharmacy=a-16o-5q29 photo=a18q-8 photoengraving=a5 photographer=a10 photographic=a10 photography=p7 photovoltaic=g11
physical=a-22n6o15p9q6 physical_therapist=q7 physician=a-15o-4q34 physician_assistant=q6 physicist=a-13o21 physics=a-10o15p8q-9 physiologist=a-12o8q8
piano=a8 pick=a-7n10 pick_up=a-10n11 picker=a11 picture=a6 pile=a10g-8 pilot=g-9n15o7 pin=a7 pipe=n9 pit=a7 placement=a-8m15 placer=a5
plan=a-5d-5m22q-5 planer=a5 planner=a-6c10i8j11n5p-5q-8 planning=d-5g-6k13n11q-5 plant=a8n21o4q-17 plant_manager=a-15n20 plant_operations=a5
plant_operator=a11o-6 plant_supervisor=a5n-4 plasterer=a6 plastics=a5 plate=a8 plater=a6 platform=g-8n8 player=a9 plumber=a5 podiatric=a-8q11
police=a8k-5l19o-6q-6 police_officer=a7 policy=a-11k-4o29 polisher=a10 pollution=o9 port=g-7n10 post=a7 poultry=a10 pourer=a6 powder=a6 power=a10g5o-6
practice=a11l-6 practitioner=a-5q14 preparer=n4o-5q7 prepress=a4 preschool=a-11p20 preservation=a-9p21 president=a-8b16k-5p12 press=a7c13o-5q-4
press_operator=a6 presser=a9 prevention=a16 prevention_specialist=a5 print=a7 printed=a5 printed_circuit=a5 printer=a10 printing=a9 private=b8k-7p9
probation=a10 probation_officer=a7 process=a9g13n-8 process_engineering=g5 processing=h16i-5n7o-5 processing_supervisor=a7n-6 processor=d10n5o-5q-5
procurement=a-23g-11k21n28 produce=a5d9 producer=d11 product=b-4g27m-5n14o-9p-5q-6 product_development=g11 product_safety=g9
production=a-5f11k-5n24p-4q-10 production_manager=n8 production_supervisor=a13n-12 production_technician=a10 products=c4g7
professional=d7e8g11h5o-6q-5 professor=a-17o-6p43q-8 program=a8k-5o22p5q-12 program_coordinator=a11 program_director=a-4n6p8
programmer=a-10g33i7k-4o-6q-4 programming=a12h10o-8 programs=a-7o7p6 programs_director=a-6p7 project=g8n-5o16q-5 project_engineer=a-6g7
project_management=a10 project_manager=a13 projectionist=a5 promoter=a-14c24 promotion=a-12c12d10 promotions=a-15c34n-4 property=k10l11n8o-7p-5q-6
prospecting=a-18o19 prosthetic=q7 protection=g16o4 provider=a-5q11 psychiatric=a-16q25 psychiatric_technician=a-7q10 psychiatrist=a-12q18
psychologist=a-14o24 psychology=a-10q11 public=c34d-4k-7m-4n4 public_health=o10q6 public_relations=a-7c14 public_safety=a10o-4 publishing=a9g10h-5
publishing_specialist=a11 puller=a11 pump=a7 pumper=a9 purchasing=a-22k31n9 pusher=a5 quality=g8k-7n19o11q-7 quality_analyst=a9
quality_assurance=a11g8o-7 quality_control=a-4n-5o15 quality_engineer=g5 quantitative=a-8d5k21o-11 racer=a5 radiation=a-22o20 radio=a12o-5q-4
radio_frequency=a-5g6 radio_technician=a6 radiology=a-18q25 rail=a4g6 railroad=b9g-8k7n4 range=a-8o12 ranger=o8 rate=a-5k19n-5 reactor=g5
reactor_operator=a5 reader=k9o-4 reading=p7 real=a9d14o-6 real_estate=d12k6 rebuilder=a4 receiver=a-11n17 receiving=n7 receptionist=a6
reclamation=a-6o11 reconnaissance=a7 record=a-6n7 recorder=n6o6 recording=a6 records=a5k-8o5q10 records_clerk=n7 recovery=a10 recreation=a14n-5q10
recreation_therapy=q4 recruiter=a-8m20 recycling=a-18n30 refinery=a5 refinisher=a6 refractory=a10 refrigeration=a7 refuse=n6 regional=a-17d7n5o14
register=a-5k11 registered=q6 registrar=p5 regulatory=a19b9 regulatory_affairs=a10 rehabilitation=a8k-4o-9q24 relations=c22d-5e10k-6l8n-4o-6q-6
relations_representative=a4l10 relations_specialist=a5e12m-5 remediation=a4g13o-7 remote=a-10g-5o22 remote_sensing=a-5g-5o15 remover=a8 renewable=a13
rental=a12d10n-5q-4 rental_clerk=a4 repair=a14g-9n8o-4q-5 repair_supervisor=a4 repair_technician=a8 repairer=a16 repairman=a4 reporter=a12
representative=a-5c-5d13e15g6i-6m10n-4o-13q-5 research=a-29c11f-4g16h-7i22m-6n-11o16p11q-5 research_analyst=i-4k7o6 research_assistant=o15q-5
research_associate=a12 research_engineer=g6 researcher=a-7o19q-6 reservations=a10 resident=q16 residential=k11 resource=a-10d10k-5o9p9
resources=a-5k-4m14o15 respiratory=a-5q8 restaurant=a7 restoration=o15q-5 restoration_specialist=o14 retail=a6d-6f10n5 revenue=k12o8 reviewer=k13
rfid=a-13g27 rice=a5 rider=a8 rigger=a8 rigging=a10g-7 risk=a-5j12k29o-10 river=a4 rivet=a4 riveter=a5 rn=a-11q18 road=a8g-5n6 robotics=a7q-7 rock=a4
rocket=a4 rod=a5 roll=a10 roller=a10 rolling=a4 roofer=a8 roofing=a5 room=a12n-10o-4q13 room_attendant=a5q-4 rotary=a5 roustabout=a6
route=a-4n32o-4q-7 roving=a6 rubber=a8 rug=a5 runner=a5n8 rv=a6 rv_technician=a6 s=a14b9 s_assistant=a-7q10 sacker=a4 safety=a-9b6d-4g35k-6o15p-5q-12
safety_and=a-5g7 sales=a5d46g-15i9k-11m13o-9p-7q-10 sales_and=a-8n12 sales_engineer=d9g-5 sales_manager=a4 sales_representative=a-5d14
sales_supervisor=a6 salesman=a7 salesperson=c10d22o-5q-7 salon=a7 salon_manager=a6 sample=k-4n16o-4 sampler=n10 sampling=a-15i13o8 sand=a5 sander=a7
saw=a9 sawyer=a7 scaler=n9 scheduler=n13q-7 school=a-7k-6n-6o13p32q-8 school_counselor=a8 science=a-8o25p6q-8 scientific=a14i-4o8p-11
scientist=a-11g20i6n-5o15q-6 scrap=a5 screen=a5 screener=a10n-5 sculptor=a4 sealer=a7 seamstress=a5 search=c17 secondary=p4 secretary=a17q-4
section=a6 security=a12c-5g-15h6i-10j39k-8n15o-13p-5q-8 security_analyst=a-8j20 security_engineer=g-8h10 security_officer=a7
security_specialist=a-5j18 seed=a16n-7 selector=a7 semiconductor=a8 sensing=a-4g-5o15 sensor=g9 separator=a5 sergeant=a9 server=h12
service=a8b-5e18f-5h-5l-5n5o-10p-5 service_manager=d6 service_representative=k11 service_specialist=m6p5 service_technician=o-4q7 servicer=a8
services=a4b8c-6d-7f-4g-5n7o-4p10q8 services_agent=a-5n18p-6 services_consultant=p14 services_coordinator=a7 services_director=a8b13p-5q-5
services_manager=a7q9 services_representative=m9 services_specialist=a5h5 set=f6 setter=a12 sewer=a11 sewing=a7 shaper=a5 sharpener=a4 sheet=a7g5
sheet_metal=g5 sheriff=a6 shift=a15n-6 shift_manager=a5 shingle=a4 ship=a-4n15 shipping=a-5n13 shoe=f5n9 shooter=a6 shop=a9 shopper=a4 shovel=a11g-8
show=a8 sign=a8 signal=a5g5o4q-4 signals=a13k-9n9o-5 signals_intelligence=a5 silver=a4f5 site=a6d8n-8p8 site_manager=a8 sitter=q9 skater=a4 skein=a4
ski=a11q-6 skin=a6 skinner=a5 skip=a14g-8 slitter=a5 small=a-5q10 small_animal=a-7q10 social=a15c14n-5o-4q-10 social_work=p7 social_worker=a11q-7
software=a-17g25h21o-9 software_quality=a-5g15 soil=o8 solar=d10f-8g20q-7 solar_energy=g8 solderer=a5 sole=a4 solution=a-5i7 sonographer=a-10q15
sorter=n8 sorter_operator=a-11n12 sound=a17f-4g-6 source=a-7h11o6 spa=a16 spa_manager=a6 space=d12n-6 special=a-5k6n13o-8p12q-5
special_education=a-6p13 specialist=a-9b-8g5j5l-7m6 specialty=a6 speech=a-14p-6q29 speech_and=q7 spinner=a7 splicer=a6 spooler=a5 sports=a6i6o-6q11
spotter=a5 sprayer=a7 spring=a5 sprinkler=f7 squad=a6 stacker=a6 staff=a4m8o-5p-5q10 stage=f6 stain=a5 stainer=a4 stamp=a-10k-5n6p12 state=k6q-7
station=a10g-11n16 station_operator=a-6n9 statistical=a-5g-9i29o-5 statistician=a-16i28 steam=a14g-7 steel=a11 sterile=a-16q24 steward=n12 sticker=a4
stitcher=a8 stock=k7n11o-7 stocker=a5 stone=a10 store=a10k-4n6 straightener=a6 strategic=a4i8 strategist=a-17c20g8i13o-6q-5 street=a6g5 stretcher=a4
strike=a5 stringer=a7 stripper=a8 structural=g7 structural_steel=g4 student=a-5m8p18 students=a-4p7 studio=f6 study=o25q-7 stuffer=a4 substances=o4
substitute=p6 sugar=a6 superintendent=b11n15o-8p10q-7 supervisor=a9c10d-6n17 supplier=a-10n12 supplies=d5 supplies_sales=a6 supply=a-4n27o-6
supply_chain=n11 support=a-7d-5e10g-5h34i6k-9m-4n-6o-9q5 support_specialist=a10g6h9i-5p-5 surgeon=a-16q25 surgical=a-8q14 surveillance=a15
surveillance_officer=a6 survey=a6f-6o15 surveying=a8o-4 surveyor=a14q-4 sustainability=a-7b38n-6o-4 sustainable=b12f-5h-5o16
sustainable_design=a8b12f-5 sweeper=a5 system=a10h9n10o-11 system_operator=a-7q12 systems=f-7g25h28i-6j7k-6m-4n-10o6p-8q-11 systems_administrator=h4
systems_analyst=h10 systems_coordinator=a-9g10o6 systems_engineer=g4 systems_integrator=h8 systems_operator=a-12o13 systems_security=j10
systems_specialist=g6h9o-5 systems_technician=h4q-4 table=a11 table_games=a5 tactical=a9 tail=a6 tailor=a5 taker=n15 tank=n8 tape=a13p-8 tar=a6
tax=a-26k52q-6 taxi=a4 teacher=a-5o-7p46q-12 teaching=a-11p22q-5 teaching_assistant=a-9p19q-5 team=a-5d6f9 team_member=d6f9p-5 tech=a-5h11q5
technical=d12h9k-7p6 technical_advisor=g17p-6 technical_analyst=a9g-5 technical_sales=d7 technical_specialist=h7o-5q12
technician=a5c-6f-7h8i6k-5l-8n-7o4p8q9 technician_registered=a-5q8 technologist=g-6n-5o8p5q17 technology=a-8c-5g18h17i6j4k-7n-6o-9q-6
telephone=e12k8n-4o-5q-4 television=g-8n14 teller=a-6k20q-4 tender=a18 terminal=a-6n19 test=g13h4k-4n-4o11p7q-10 test_engineer=a-5g6
tester=a5g22k-5n-5o11p-4q-8 testing=a6 textile=o16q-7 the=a-11l12 theater=a10 therapist=q18 therapy=a-17o-4q28 therapy_aide=q5 therapy_director=q8
thread=a5 threader=a4 tier=a8 tile=a10 timber=a6 time=d14n5o-10q-5 time_study=a14o-8q-4 tipper=a4 tire=a11 title=a-20k-7l46n-5 to=a13n-7 tobacco=a6
toll=a10 tool=a12g7o-5 tool_and=a5 toolroom=a-6n9 tour=a5 tourist=a6 tower=a17n-8 toy=f5 tracer=a9 track=a6 trade=a-5c10 trader=a-16d30
traffic=g8k4n9q-6 traffic_control=a4 train=a5 trainer=a-9d-4m16o-4p10 training=a-10d-5m38n-5o-6q6 training_manager=a-8m18 training_specialist=q9
transfer=o5 transit=a8 translator=a5 transmission=a4 transport=a7 transportation=a-6g7n24q-6 transporter=a-9q14 trapper=a7 travel=a-11d39k-4n-4o-5
treater=a6 treatment=a4 tree=a13 trial=a-16l18o13q-6 trimmer=a5f11 trouble=a10o-6 truck=n12o-5 truck_driver=a-6n7 tube=a9 turbine=g6 turner=a8
tutor=a-12o-4p25 typist=a6 ultrasound=a-7q11 underwriter=a-13k29q-5 union=a4k10 unit=a-7k7n16o-5 unit_operator=a12o-8 unloader=a6 unmanned=o10
unmanned_aerial=a5 up=a7n12 up_operator=a5 up_worker=a-5n7 urban=a-9o14 utilities=a13g-9 utility=d6k6 vacuum=a5 validation=a-16g30 vault=a11
vehicle=a-6d10n18o-6q-5 vending=a4 vendor=p9 vertical=a5 veterinarian=a-9o-7q20 veterinary=a-28o-8q41 veterinary_technician=q7 vice=b8p5
vice_president=b8p5 video=f13g-5 visual=a-18f26o-4p7q-6 vocational=a8 waiter=a4 walker=a4 wallpaper=a9 ward=q9 warden=a5 wardrobe=a4f12q-5
warehouse=i11 warfare=a7 warp=a6 washer=a11 waste=a-4n6o13q-6 watchman=a6 water=n15o13p-11q-6 wealth=a-6k22 weapons=a19o-6 weaver=a5 web=a12g12
weigher=a-6n21o-4 weight=a-9k-4n-5o-5q27 welder=a11 welfare=a13 well=o13 wellness=a16q-6 wheel=a7 wildlife=o12 wind=a13g17n-9 wind_farm=a-5g14
wind_turbine=g4 winder=a10 wire=a13 wirer=a9 wood=a12 wool=a7 work=a6p6 worker=a7c6d5i4q-6 world=a-11c10f8 wrapper=a10 wringer=a4 writer=a11l8o-4q-6
yard=g-13k10n12 yarn=a8 youth=a8p6`
