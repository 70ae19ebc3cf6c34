/** People as they come in by the pages: visitors with an invitation code, and those who sign in. */
import type { Page } from "playwright-core";
import type { RunningServer } from "./running-server.ts";

/** The invitation codes that a first start printed. */
export function codesOf(server: RunningServer): string[] {
  return server.output().match(/\b[A-Z]{4}-\w{8}\b/g) ?? [];
}

/** From the form to the dashboard. `wanted` is where they asked to go. */
export async function enterWithCode(page: Page, server: RunningServer, wanted = "/dashboard"): Promise<void> {
  await page.goto(server.url + wanted);
  await page.waitForURL("**/request-demo*");
  await page.getByLabel("Full Name").fill("Amina Duka");
  await page.getByLabel("Email").fill("amina@duka.example");
  await page.getByLabel("Company").fill("Duka");
  await page.getByLabel("Position/Role").fill("Owner");
  await page.getByRole("button", { name: "Request Demo" }).click();
  await page.waitForURL("**/verify-invite*");
  await page.getByLabel("Invitation Code").fill(codesOf(server)[0] ?? "");
  await page.getByRole("button", { name: "Verify Code" }).click();
  await page.waitForURL(`**${wanted}`);
  await page.getByRole("button", { name: "My Account" }).waitFor();
}

export interface Newcomer {
  name: string;
  email: string;
  password: string;
}

/** Fills in the form of `/sign-up`, wherever that page was opened. */
export async function fillSignUp(page: Page, { name, email, password }: Newcomer): Promise<void> {
  await page.getByLabel("Full Name").fill(name);
  if (await page.getByLabel("Email").isEditable()) await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Create an account" }).click();
  await page.waitForURL("**/dashboard");
  await page.getByRole("button", { name: "My Account" }).waitFor();
}

/** Fills in the form of `/sign-in`; what comes next the story says. */
export async function fillSignIn(page: Page, { email, password }: Omit<Newcomer, "name">): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

export async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: "My Account" }).click();
  await page.getByRole("menuitem", { name: item }).click();
}
