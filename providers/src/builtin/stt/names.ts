/**
 * Names that callers in our first countries are likely to have: Kenya, Tanzania, Uganda, Rwanda, Ethiopia, Somalia, Nigeria, Ghana, South Africa, Zimbabwe, Zambia,
 * Malawi, Congo, Cameroon, Senegal, Mali and Côte d'Ivoire, and names from English, French, Portuguese, Arabic and India that are given there. Others are heard by the free
 * search, spelled, or keyed.
 */

const words = (list: string): readonly string[] => [...new Set(list.trim().split(/\s+/))].toSorted();

export const FIRST_NAMES = words(`
  aaron abdi abdul abdullah abel abena abigail abraham adam adama adaeze ade adjoa adongo agnes ahmed aicha aida aisha akello akin akinyi akosua albert alex alexander alfred ali
  alice alimatou aline allan amadou amara amelia amina aminata amos ama ana andrew angela anita ann anna anne annie anthony antoine apio arthur asha asma atieno augustine awa ayanda ayesha ayo amani auma
  babajide bakari baraka barbara beatrice benjamin ben benard bernard bertha betty beyene bianca blessing bola bongani brenda brian bridget bruno bukola busisiwe
  caleb caren carlos carol caroline catherine cecilia celestine charity charles charlotte chantal chege cheikh chiamaka chidi chika chimwemwe chinedu chinonso chipo christian christine christopher chukwuemeka claire clara claude
  clement collins comfort constance cynthia cyril daniel daudi david deborah dennis derrick diana diane dickson dinah dominic donald doreen doris dorcas dorothy duncan cherono chioma dawit
  ebele ebrima edith edna edward edwin efua ekow elena eli elias elijah elizabeth ellen elvis emeka emily emma emmanuel enoch eric ernest esi esther eugene eunice eva evans eve evelyn ezekiel
  fadhili faith fanta farah fardosa farida fatima fatma fatou fatoumata faustin felicia felix femi festus fidel fiona flora florence folake frances francis francois frank fred frederick faraja fatuma
  gabriel gathoni geoffrey george gerald getachew gideon gift gilbert gladys gloria godfrey goodluck grace gregory habib habiba hadija haile halima hamisi hannah harriet harrison haruna hassan hawa heather helen henry hilda hodan
  hope hussein ian ibrahim ida idris ifeoma ifeanyi imani immaculate innocent irene isaac isabel isaiah ishmael ismail issa ivan ivy hanna
  jabu jack jackline jackson jacob jacqueline jamal james jamila jane janet jared jasmine jason jean jeanne jemima jennifer jeremiah jerome jessica jesse joan joel john johnson jonathan jordan joseph josephine joshua joy joyce juan jude judith
  judy julia juliana juliet julius juma justin justine kagiso kamau karen karim kassim kato kelechi kelvin kemi ken kenneth kevin khadija khalid khalifa khumalo kibet kimani kiprono kofi koffi kojo kudzai kunle kwabena kwaku kwame kwasi
  lamin latifa laura lawrence leah leila lemlem leonard lerato lewis lilian lily linda lindiwe linet lionel lloyd loise louis louise lucas lucia lucky lucy luka luke lulu lwazi lydia
  mabel magdalene makena malik mama mamadou mandla manuel marc margaret maria mariam mariama marie marion mark martha martin mary maryam masika matthew maurice mavis maxwell mbali mercy meron meseret michael michelle milka millicent miriam
  modou mohamed mohammed moses moussa mpho muhammad mukami mumbi musa mustafa mwajuma mwanaisha mwende mwenda nadia nafisa nafula naima nakato nancy naomi nasra natasha nathan neema nekesa nelly nelson ngozi nicholas nicole nigel njeri njoki mwikali
  nkechi nobuhle noel nomsa nomvula nora norah nqobile nthabiseng nuru nyambura nyokabi obinna obi odongo ogechi okeke olga olive oliver olivia olu oluwaseun omar omari onyango opeyemi oscar osman otieno oumar ousmane naledi namukasa
  pamela patience patricia patrick paul paula paulette pauline pendo penina peter petro philip phoebe phumzile pierre precious prince priscilla prosper purity
  rachel rahma ramadhan raphael rashid raymond rebecca regina rehema rene reuben rhoda richard rita robert robin roger ronald rosa rose rosemary roy ruth rajabu
  saada sabina said saidi salim salma salome samira samson samuel sam sandra sara sarah sebastian segun selam selma seun shadrack sharifa sharon sheila shem sibongile sifa silas simba simon siphiwe sipho solomon sonia sophia sophie
  stella stephanie stephen steven steve subira suleiman sunday susan susanna suzanne sylvester sylvia tabitha taiwo tamara tandi tariq tatenda tatu tendai teresa tesfaye thabo thandi thandiwe themba theophilus theresa thomas tim timothy titus tobi tom saida sani
  tonny tony tracy tsepo tumelo tunde uche umar ummi upendo usman valentine vanessa venance veronica vicky victor victoria vincent violet virginia vivian
  walter wambui wangari wangui wanjiku wanjiru wanza wendy wesley wilfred william wilson winfred winnie wycliffe
  yaa yannick yasmin yaw yemi yohana yonas yusuf yves yvonne zachary zainab zahra zanele zawadi zena zinhle zipporah zodwa zuhura zuri`);

export const FAMILY_NAMES = words(`
  abate abdallah abdi abdullahi abebe abiodun abiola abubakar achieng achola adams addo adebayo adekunle adeleke adeyemi adomako adu afolabi agyeman ahmed aidoo ajayi akech akinyi akinwale akoth akpan akua alemu ali aliyu allen ambani amadi amisi amoah amollo
  ampofo anan anderson ansah anyango anyanwu appiah arap asante asare assefa atieno awino awuor ayodele azikiwe auma
  ba baah bah bakare balde balogun banda baptiste baraza barasa barry bassey bbosa bekele bello berhanu bett biwott boakye boateng botha botwe brown bukenya bwalya byaruhanga
  camara campbell carter chanda charo chebet chege chelagat chelangat chepkemoi cheruiyot chikwanda chilufa chima chinyama chirwa chisala chitalu chukwu cisse clark cole coulibaly cooper cherono
  daka dale danjuma danso darko davies davis dembele desta diab diagne diakite diallo diarra dieng diop diouf dlamini dogbe doumbia dube dlomo
  edwards effiong ekwueme elias emmanuel ephraim etim evans eze ezeani fall farah fashola faye fofana forson francis freeman
  gakuo garba gathogo gatimu gaye gebre getahun gichuru girma gitau gitonga gituma gomes gordon green gumede gueye gwala
  hagos hall hamisi harris hassan hailu hill hughes hussein ibekwe ibrahim idowu igwe ikechukwu imani inyang iroha isaac isah ismail issa habimana
  jackson jallow james jatta jean jelani jenkins jeptoo johnson jones joof joseph juma
  kabaka kabila kabiru kagwe kaggwa kahiga kalala kalume kaluma kamanda kamara kamau kamwana kanja kanyi karanja kariuki karimi kasongo kassa katana kato kavila kazadi kebede keita kenyatta khamis khan khumalo kiarie kibaki kibet kigen
  kihara kilonzo kimani kimathi kimutai king kingori kinyanjui kinyua kioko kiplagat kipchoge kiprono kiprotich kirui kitheka koech kola komba konan kone korir kouassi kouame kumar kuria kurgat kwarteng
  langat lawal lee lema lewis limo lungu luthuli lwanga macharia madueke mahlangu maina makena makori makumbi malik maluleke mambo mandela manyara maponga marwa masika masinde mathenge matiba mavuso mbeki mbugua mbithi mboya mbuyi mensah mgaya mkapa miller mitchell mkhize mohamed mokoena molefe moore morris moyo mpofu msigwa mthembu mugabe mugisha mugo muigai mukamana mukasa mukendi muli mumo munene mungai munyao muriithi muriuki murray muthoni mushi musa musyoka mutai mutasa muteti mutua mutuku mwamba mwangi mwanza mwaura mwende mwiti mwita mwitu
  nakato nakimera namubiru nandwa naidoo ncube ndegwa ndlovu ndiaye nduku ndungu nderitu nganga ngatia ngugi ngubane nguyen niang njenga njeri njoroge njuguna nkosi nkrumah noor nsubuga ntuli nwachukwu nwosu nyaga nyambura nyanga nyerere nyongo nzioka nzuki namukasa ndayisenga
  obama obi obeng ochieng ochola odera odhiambo odinga odongo oduya ofori ogada ogola ogolla ogutu ojo ojwang okafor okeke okello okeyo okocha okonkwo okoro okoth okoye oladipo olawale oloo olsen oluoch omar omollo omondi omwamba onguru onyango onyeka
  opiyo opondo opoku osei osman osoro otieno otoo ouattara ouedraogo ouko ouma oumar owino owusu oyelaran oyuga parker patel patterson pereira phiri pierre quaye rajab ramadhani reid richards roberts robinson rono rotich ruto rwigema rajabu
  sagini said saidi sakala salim samba sang sankara santos sarpong sarr scott seck sehemba sene sesay shah shaw shikuku sibanda sila silva simiyu simpson singh sissoko sithole smith soglo sow ssali stewart sulaiman sy ssemakula
  tadesse tall tanui taylor tchalla tembo tesfaye thomas thompson thuo toure traore tshabalala tukamuhabwa turner uche umar usman uwase uwimana van vilakazi walker wachira wafula waithaka wairimu wakaba walubengo wambua wambugu wambui wamalwa wandera wangari wanjala wanjiku wanjiru wanyama wanyonyi ward tshisekedi
  waswa watson waweru were white williams wilson wood wright yakubu yusuf young zuberi zulu zuma zwane mwakio mwinyi`);
