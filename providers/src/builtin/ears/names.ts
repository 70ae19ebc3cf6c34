/** Names that callers in our first countries are likely to have. Others are heard by the free search, spelled, or keyed. */

const words = (list: string): readonly string[] => list.trim().split(/\s+/);

export const GIVEN_NAMES = words(`
  aisha alex alice amina ann anna anne ben brian caroline catherine charles chinedu christine daniel david diana elizabeth emeka emily emma esther eunice
  faith fatima florence francis frank george grace hannah hassan helen henry ibrahim irene isaac jack jackson jacob james jane janet jean jennifer john
  joseph joshua joyce juma kevin kofi kwame laura linda lucy maria mark martha martin mary mercy michael mohamed moses nancy naomi ngozi oliver patricia
  patrick paul peter philip rachel rebecca richard robert rose ruth sam samuel sarah sharon simon sophie stephen steve susan thabo thomas tom victor
  vincent wanjiku wanjiru william yusuf zainab`);

export const FAMILY_NAMES = words(`
  abdi abebe achieng adeyemi ali banda brown chebet chukwu clark davies dlamini eze gitau green hall hassan hussein jackson johnson jones kamau kariuki
  karanja kimani kipchoge koech lewis maina martin mbeki miller mohamed moore morris muthoni mutua mwangi mwende ncube ndlovu ndungu njeri njoroge
  nyambura obi ochieng odhiambo ogutu okafor okello okoro omondi onyango otieno patel roberts scott smith taylor thomas thompson walker wambui wanjala
  wanyama waweru white williams wilson wright young zulu`);
