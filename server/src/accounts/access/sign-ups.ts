/** New accounts: nobody makes one without a reason to be here, and each reason makes one. */
import { z } from "zod";
import type { Checked, signUp } from "@ongea/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Visits } from "../leads/visits/visits.ts";
import { Refusal, refuse } from "../../platform/http/refuse.ts";
import type { Invitations } from "../workspaces/invitations/store.ts";
import { headersOf, readOn } from "./answers.ts";
import type { Identity } from "./identity.ts";
import type { SessionStore } from "./sessions/store.ts";
import { isSame } from "../../platform/secrets/is-same.ts";
import { type EntrancesParts, type NewUser, createEntrances } from "./entrances.ts";

export interface SignUpsParts extends EntrancesParts {
  identity: Identity;
  sessions: SessionStore;
  visits: Visits;
  invitations: Invitations;
  /** The token that makes the first account; undefined when there has been one. */
  setupToken(): string | undefined;
}

type SignUpForm = Checked<typeof signUp>["body"];

/** Where an account belongs that has a reason to be here. */
interface Place {
  /** Whoever signs up has read a letter that went to the address. */
  proven: boolean;
  workspaceId: string;
  /** Once, however many sign up at the same time; refuses the others. */
  take(user: NewUser, reply: FastifyReply): Promise<void>;
}

export interface SignUps {
  /**
   * Makes an account and signs it in. Refuses with "access.sign_up_closed", "access.bad_link", "access.wrong_person" or
   * "access.email_taken"; then no account is left.
   */
  signUp(form: SignUpForm, request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** An account takes over a visitor's demo workspace. Refuses with "workspace.not_found" when another one has. */
  claim(user: NewUser, workspaceId: string, reply: FastifyReply): Promise<void>;
}

export function createSignUps(parts: SignUpsParts): SignUps {
  const { identity, users, sessions, visits, invitations, homeId } = parts;
  const { api } = identity;
  const makeAccount = createMakeAccount(parts);
  const { makeOperator, claimDemo, enter } = createEntrances(parts);
  return {
    async signUp(form, request, reply) {
      const place = await findPlace(form, request);
      const known = place.proven ? await users.find(form.email) : undefined;
      if (known) return takeOver(known, form, { place, request, reply });
      const user = await makeAccount(form, request, reply);
      try {
        await place.take(user, reply);
      } catch (error) {
        await users.remove(user.id);
        reply.removeHeader("set-cookie");
        throw error;
      }
      if (place.proven) await users.markVerified(user.id);
    },
    async claim(user, workspaceId, reply) {
      if (!(await claimDemo(user, workspaceId))) throw refuse("workspace.not_found");
      await visits.end(workspaceId, reply);
    },
  };

  async function findPlace({ name, email, invitation: token, setup }: SignUpForm, request: FastifyRequest): Promise<Place> {
    if (setup !== undefined) {
      const expected = parts.setupToken();
      if (expected === undefined || !isSame(setup, expected)) throw refuse("access.bad_link");
      return { proven: false, workspaceId: homeId, take: (user) => makeOperator(user, name) };
    }
    if (token !== undefined) {
      const invitation = await invitations.read(token);
      if (invitation.email !== email) throw refuse("access.wrong_person");
      const { workspaceId, role, proven } = invitation;
      const take = (user: NewUser): Promise<void> =>
        enter(user, { workspaceId, role, before: () => invitations.take(invitation) });
      return { proven, workspaceId, take };
    }
    const workspaceId = (await visits.of(request))?.workspaceId;
    if (workspaceId == null) throw refuse("access.sign_up_closed");
    const take = async (user: NewUser, reply: FastifyReply): Promise<void> => {
      if (!(await claimDemo(user, workspaceId))) throw refuse("access.sign_up_closed");
      await visits.end(workspaceId, reply);
    };
    return { proven: false, workspaceId, take };
  }

  /** Somebody had made an account with an address that they never proved. Whoever proves it now has the account, and they have nothing. */
  async function takeOver(known: NewUser, form: SignUpForm, { place, request, reply }: Around): Promise<void> {
    const passwordHash = await (await identity.$context).password.hash(form.password);
    if (!(await users.prove({ userId: known.id, passwordHash }))) throw refuse("access.email_taken");
    await users.change(known.id, { name: form.name });
    await place.take(known, reply);
    const body = { email: form.email, password: form.password };
    const asked = api.signInEmail({ body, headers: headersOf(request), asResponse: true });
    const { token } = await readOn(z.object({ token: z.string() }), asked, reply, "access.bad_password");
    await sessions.placeByToken(token, place.workspaceId);
  }
}

type MakeAccount = (form: SignUpForm, request: FastifyRequest, reply: FastifyReply) => Promise<NewUser>;

function createMakeAccount({ users, identity: { api } }: SignUpsParts): MakeAccount {
  return async (form, request, reply) => {
    const { name, email, password } = form;
    const asked = api.signUpEmail({ body: { name, email, password }, headers: headersOf(request), asResponse: true });
    try {
      const { user } = await readOn(z.object({ user: z.object({ id: z.string() }) }), asked, reply, "access.email_taken");
      return { id: user.id, email };
    } catch (error) {
      // Two at once with one address: the database let one of them in.
      if (!(error instanceof Refusal) && (await users.find(email))) throw refuse("access.email_taken");
      throw error;
    }
  };
}

interface Around {
  place: Place;
  request: FastifyRequest;
  reply: FastifyReply;
}
