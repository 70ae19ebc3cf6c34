import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { LANGUAGES } from "@ongea/contract";
import { faultsOf } from "./axe.ts";
import { hasBrowser, launchBrowser, LEFT_OUT } from "./browser.ts";
import { enterWithCode } from "./people.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";

const PATHS = ["/", "/request-demo", "/verify-invite", "/about", "/contact", "/privacy", "/terms"];

const dataDir = newDataDir();
let server: RunningServer;
let browser: Browser | undefined;
let page: Page;
/** Of a visitor who came in by the pages, for every story of the dashboard. */
let entered: Awaited<ReturnType<BrowserContext["storageState"]>>;

beforeAll(async () => {
  const settings = {
    PUBLIC_URL: "https://ongea.example",
    CONTACT_EMAIL: "hello@ongea.example",
    PUBLIC_NAMES: "ongea.example",
    EXCHANGE_RATES: "KES:129.2",
  };
  server = await startServer({ dataDir, settings });
  if (!hasBrowser) return;
  browser = await launchBrowser();
  await open("/");
  await enterWithCode(page, server);
  entered = await page.context().storageState();
  await page.context().close();
});
afterEach(async () => {
  for (const context of browser?.contexts() ?? []) await context.close();
});
afterAll(async () => {
  await browser?.close();
  await stopServers();
  removeDataDir(dataDir);
});

test("every page is there in all nine languages, and each names the others", async () => {
  for (const language of LANGUAGES) {
    for (const path of PATHS) {
      const address = addressIn(language, path);
      const { status, html } = await get(address);
      expect([address, status]).toEqual([address, 200]);
      expect(html).toContain(`<html lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}">`);
      expect(html).toContain(`<link rel="canonical" href="https://ongea.example${address}">`);
      for (const other of LANGUAGES)
        expect(html).toContain(`hreflang="${other}" href="https://ongea.example${addressIn(other, path)}">`);
      expect(html).toContain(`hreflang="x-default" href="https://ongea.example${path}">`);
    }
    const missing = await get(addressIn(language, "/somewhere"));
    expect([language, missing.status]).toEqual([language, 404]);
    expect(missing.html).toContain(`<html lang="${language}"`);
  }
  const titles = await Promise.all(
    LANGUAGES.map(async (language) => /<h1>(.*?)</.exec((await get(addressIn(language, "/"))).html)?.[1]),
  );
  expect(new Set(titles).size).toBe(LANGUAGES.length);
  // The call in the strip is held by voice, and so in English.
  expect((await get("/sw/")).html).toContain("Simu hii ni ya Kiingereza.");
  expect((await get("/")).html).not.toContain("This call is in English.");
  const { html: sitemap } = await get("/sitemap.xml");
  expect(sitemap).toContain("<loc>https://ongea.example/sw/about</loc>");
  expect(sitemap).toContain('hreflang="am" href="https://ongea.example/am/about"/>');
  const bare = await fetch(`${server.url}/sw`, { redirect: "manual" });
  expect([bare.status, bare.headers.get("location")]).toEqual([301, "/sw/"]);
});

test.skipIf(!hasBrowser)(`the language is chosen by links that work without any script${LEFT_OUT}`, async () => {
  await open("/about", { javaScriptEnabled: false });
  await page.getByText("Language: English").click();
  await page.getByRole("banner").getByRole("link", { name: "Kiswahili" }).click();
  await page.getByRole("heading", { level: 1, name: "Simu inatosha." }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/sw/about");
  await page.getByText("Tafsiri hii bado haijasomwa na mzungumzaji asilia").last().waitFor();
});

test.skipIf(!hasBrowser)(`a chosen language is remembered, on the site and in the dashboard${LEFT_OUT}`, async () => {
  await open("/");
  await page.getByRole("navigation", { name: "Language" }).getByRole("link", { name: "Kiswahili" }).click();
  await page.waitForURL("**/sw/");
  await page.goto(`${server.url}/contact`);
  await page.waitForURL("**/sw/contact");
  await page.getByRole("heading", { level: 1, name: "Mawasiliano" }).waitFor();
  await page.getByRole("navigation", { name: "Lugha" }).getByRole("link", { name: "English" }).click();
  await page.waitForURL((url) => url.pathname === "/contact");
  await page.goto(server.url);
  await page.getByRole("heading", { level: 1, name: "Every call answered" }).waitFor();
});

test.skipIf(!hasBrowser)(`forms complain, wait and thank in the language of their page${LEFT_OUT}`, async () => {
  await open("/sw/request-demo");
  await page.getByRole("button", { name: "Omba Onyesho" }).click();
  await page.getByText("Jina linahitajika", { exact: true }).waitFor();
  await page.getByLabel("Jina Kamili").fill("Wanjirũ Kamau");
  await page.getByLabel("Barua pepe").fill("wanjiru@imani");
  await page.getByLabel("Kampuni").fill("Imani");
  await page.getByLabel("Cheo/Wadhifa").fill("Muuguzi");
  await page.getByRole("button", { name: "Omba Onyesho" }).click();
  await page.getByText("Tafadhali weka anwani sahihi ya barua pepe").waitFor();
  await page.getByLabel("Barua pepe").fill("wanjiru@imani.example");
  await page.getByRole("button", { name: "Omba Onyesho" }).click();
  await page.getByText("Asante! Hivi karibuni utaelekezwa").waitFor();
  await page.waitForURL("**/sw/verify-invite");
  await page.getByLabel("Msimbo wa Mwaliko").fill("WRNG-guessing1");
  await page.getByRole("button", { name: "Thibitisha Msimbo" }).click();
  await page.getByText("Msimbo wa mwaliko si sahihi").waitFor();
});

test.skipIf(!hasBrowser)(`Arabic reads from the right: brand, strip and arrow keys${LEFT_OUT}`, async () => {
  await open("/ar/");
  const brand = await page.getByRole("banner").getByRole("link", { name: "Ongea" }).boundingBox();
  expect(brand?.x).toBeGreaterThan((page.viewportSize()?.width ?? 0) / 2);
  const mirrored = await page.locator(".bolt .weave").evaluate((strip) => getComputedStyle(strip).transform);
  expect(mirrored).toBe("matrix(-1, 0, 0, 1, 0, 0)");
  await page.getByRole("tab").first().focus();
  await page.keyboard.press("ArrowLeft");
  expect(await page.getByRole("tab").nth(1).getAttribute("aria-selected")).toBe("true");
  const family = await page.getByRole("heading", { level: 1 }).evaluate(async () => {
    await document.fonts.ready;
    return document.fonts.check('16px "Ongea Arabic"', "م");
  });
  expect(family).toBe(true);
});

test.skipIf(!hasBrowser)(`no page is wider than a phone, in no language${LEFT_OUT}`, async () => {
  await open("/", { viewport: { width: 390, height: 800 } });
  const wide: string[] = [];
  for (const language of LANGUAGES) {
    for (const path of [...PATHS, "/missing"]) {
      const address = addressIn(language, path);
      await page.goto(server.url + address);
      const overPx = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      if (overPx > 0) wide.push(`${address} by ${overPx} px`);
    }
  }
  expect(wide).toEqual([]);
});

test.skipIf(!hasBrowser)(`no language brings a fault that axe knows${LEFT_OUT}`, async () => {
  await open("/");
  for (const language of LANGUAGES.filter((one) => one !== "en")) {
    for (const path of language === "ar" ? ["/", "/request-demo", "/privacy"] : ["/"]) {
      const address = addressIn(language, path);
      await page.goto(server.url + address);
      expect([address, await faultsOf(page, address)]).toEqual([address, []]);
    }
  }
  await page.goto(`${server.url}/ar/`);
  await page.getByRole("banner").locator(".picker > summary").click();
  expect(await faultsOf(page, "/ar/ with the languages open")).toEqual([]);
});

/** Each has another heading than the one before it, by which it is known to have come. */
const SCREENS = ["", "/settings/profile", "/call-history", "/settings/language", "/activity", "/settings/members"];

test.skipIf(!hasBrowser)(`the dashboard speaks every language, at the width of a phone${LEFT_OUT}`, async () => {
  await open("/dashboard", { viewport: { width: 390, height: 800 }, storageState: entered });
  const call = await page.request.get(`${server.url}/api/calls?limit=1`);
  const { data } = (await call.json()) as { data: { execution_id: string }[] };
  const screens = [
    ...SCREENS.map((screen) => `/dashboard${screen}`),
    `/dashboard/call-history/${data[0]?.execution_id}`,
    "/sign-in",
  ];
  const wide: string[] = [];
  const headings = new Map<string, Set<string>>();
  for (const language of LANGUAGES) {
    await page.evaluate((chosen) => localStorage.setItem("language", chosen), language);
    let before = "";
    for (const screen of screens) {
      if (before === "" || screen === "/sign-in") await page.goto(server.url + screen);
      else await goWithin(screen);
      await page
        .getByRole("heading", { level: 1 })
        .first()
        .filter({ hasNotText: before || "-" })
        .waitFor();
      const heading = await page.getByRole("heading", { level: 1 }).first().innerText();
      before = heading;
      await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe(language);
      if (screen.split("/").length < 4) headings.set(screen, (headings.get(screen) ?? new Set()).add(heading));
      const overPx = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      if (overPx > 0) wide.push(`${screen} in ${language} by ${overPx} px`);
    }
  }
  expect(wide).toEqual([]);
  for (const [screen, said] of headings) expect([screen, said.size]).toEqual([screen, LANGUAGES.length]);
});

test.skipIf(!hasBrowser)(`figures and money are written as each language writes them${LEFT_OUT}`, async () => {
  await open("/", { storageState: entered });
  const figures = async (language: string): Promise<string> => {
    await page.evaluate((chosen) => localStorage.setItem("language", chosen), language);
    await page.goto(`${server.url}/dashboard`);
    await page
      .getByText(/98[.,٫]5|٩٨/)
      .first()
      .waitFor();
    return (await page.getByRole("main").innerText()).replaceAll(/[\s\u200e\u200f\u061c]+/g, " ");
  };
  const english = await figures("en");
  for (const figure of ["1,248", "98.5%", "$0.06"]) expect(english).toContain(figure);
  const french = await figures("fr");
  for (const figure of ["1 248", "98,5 %", "0,06 $"]) expect(french).toContain(figure);
  const arabic = await figures("ar");
  for (const figure of await page.evaluate(() => [new Intl.NumberFormat("ar").format(1248)])) expect(arabic).toContain(figure);
  expect(await page.evaluate(() => document.documentElement.dir)).toBe("rtl");
  expect(await faultsOf(page, "/dashboard in Arabic")).toEqual([]);
  const sidebar = await page.locator(".app > .side").boundingBox();
  expect(sidebar?.x).toBeGreaterThan((page.viewportSize()?.width ?? 0) / 2);
});

test.skipIf(!hasBrowser)(`the templates are named in the language of the page${LEFT_OUT}`, async () => {
  await open("/", { storageState: entered });
  for (const [language, template] of [
    ["en", "Front desk"],
    ["fr", "Accueil"],
    ["ar", "مكتب الاستقبال"],
    ["am", "የእንግዳ መቀበያ"],
  ] as const) {
    await page.evaluate((chosen) => localStorage.setItem("language", chosen), language);
    await page.goto(`${server.url}/dashboard/agent-setup`);
    await page.locator(".templates").getByText(template, { exact: true }).waitFor();
    expect([language, await page.locator(".templates").getByText("front_desk").count()]).toEqual([language, 0]);
  }
});

test.skipIf(!hasBrowser)(`amounts are read in the person's own currency, where a rate is known${LEFT_OUT}`, async () => {
  await open("/", { storageState: entered });
  await page.goto(`${server.url}/dashboard/settings/language`);
  const balance = (): Promise<string> => page.getByRole("banner").getByText("Balance").innerText();
  expect(await balance()).toMatch(/^Balance: \$1\d\d\.\d\d$/);
  await page.getByLabel("Currency").selectOption("KES");
  await page.getByText("Converted at 129.2 KES to the US dollar").waitFor();
  expect(await balance()).toMatch(/^Balance: ≈\sKsh\s1\d,\d\d\d\.\d\d$/);
  await page.goto(`${server.url}/dashboard`);
  await page.getByText(/≈\sKsh\s7\.\d\d/).waitFor();
  await page.goto(`${server.url}/dashboard/settings/language`);
  await page.getByLabel("Currency").selectOption("NGN");
  await page.getByText("This server has no exchange rate from USD to NGN").waitFor();
  expect(await balance()).toMatch(/^Balance: \$1\d\d\.\d\d$/);
});

function addressIn(language: string, path: string): string {
  return language === "en" ? path : `/${language}${path}`;
}

async function open(path: string, options: Parameters<Browser["newContext"]>[0] = {}): Promise<void> {
  if (!browser) throw new Error("No browser");
  const context = await browser.newContext(options);
  page = await context.newPage();
  await page.goto(server.url + path);
}

/** As a link does: without loading the page anew. */
async function goWithin(path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, "", to);
    dispatchEvent(new PopStateEvent("popstate", { state: {} }));
  }, path);
}

async function get(path: string): Promise<{ status: number; html: string }> {
  const answer = await fetch(server.url + path, { headers: { accept: "text/html" } });
  return { status: answer.status, html: await answer.text() };
}
