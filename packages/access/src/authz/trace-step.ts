import type { AuthorizeAction, ClientInfo } from '@mqdeck/broker'
import type { Log } from '@mqdeck/kit'
import type { Note } from '../authn/port.ts'
import { noteInto, tracingFor, whose } from '../trace-steps.ts'
import type { AuthzAnswer } from './port.ts'

/** One query of a source, for log traces. */
export interface TracedStep {
  readonly note: Note
  answered(answer: AuthzAnswer): void
  failed(reason: string): void
}

/** The first two messages are those of EMQX, which reports only the decision. */
const names: Readonly<Record<AuthzAnswer, string>> = {
  nomatch: 'authorization_module_nomatch',
  ignore: 'authorization_module_match_ignore',
  allow: 'authorization_module_match',
  deny: 'authorization_module_match',
}

/** Undefined if no trace covers the client or the topic. */
export function traceStep(
  log: Log,
  module: string,
  client: ClientInfo,
  { topic, type: pub_sub, qos, retain }: AuthorizeAction,
): TracedStep | undefined {
  const tracing = tracingFor(log, client, topic)
  if (!tracing) return undefined
  const notes: string[] = []
  const tell = (msg: string, more: object) => {
    const meta = { ...whose(client), topic, pub_sub, qos, retain, module, ...more, notes }
    tracing.write({ tag: 'AUTHZ', msg, meta })
  }
  return {
    note: noteInto(notes),
    answered: (answer) => tell(names[answer], answer === 'allow' || answer === 'deny' ? { result: answer } : {}),
    failed: (reason) => tell('authorization_module_failed', { reason }),
  }
}
