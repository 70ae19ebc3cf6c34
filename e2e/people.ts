/** People as the stories need them: visitors with a code, and those who made an account. */
import type { Page } from "playwright-core";

/** The invitation codes that a first start printed. */
export function codesOf(output: string): string[] {
  return output.match(/\b[A-Z]{4}-\w{8}\b/g) ?? [];
}

/** From the form to the dashboard. `wanted` is where they asked to go. */
export async function enterWithCode(page: Page, url: string, code: string, wanted = "/dashboard"): Promise<void> {
  await page.goto(url + wanted);
  await page.waitForURL("**/request-demo*");
  await page.getByLabel("Full Name").fill("Amina Duka");
  await page.getByLabel("Email").fill("amina@duka.example");
  await page.getByLabel("Company").fill("Duka");
  await page.getByLabel("Position/Role").fill("Owner");
  await page.getByRole("button", { name: "Request Demo" }).click();
  await page.waitForURL("**/verify-invite*");
  await page.getByLabel("Invitation Code").fill(code);
  await page.getByRole("button", { name: "Verify Code" }).click();
  await page.waitForURL(`**${wanted}`);
  await page
    .getByRole("navigation", { name: "Screens" })
    .or(page.getByRole("button", { name: "Menu" }))
    .first()
    .waitFor();
}

export interface Account {
  name: string;
  email: string;
  password: string;
}

/** A visitor keeps the demo workspace by making an account. */
export async function makeAccount(page: Page, url: string, { name, email, password }: Account): Promise<void> {
  await page.goto(`${url}/sign-up`);
  await page.getByLabel("Full Name").fill(name);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Make an account" }).click();
  await page.waitForURL("**/dashboard");
}

export async function signIn(page: Page, url: string, { email, password }: Omit<Account, "name">): Promise<void> {
  await page.goto(`${url}/sign-in`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL("**/dashboard");
}
