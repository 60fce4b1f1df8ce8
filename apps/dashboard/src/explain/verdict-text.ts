import type { Asked } from './asked.ts'
import type { explainMessages } from './messages.ts'
import type { Outcome } from './outcome.ts'
import type { Stage } from './use-step-name.ts'

type Texts = (typeof explainMessages)['en']['verdicts']

/** The whole outcome in one sentence. */
export function verdictText(
  { connect, authentication, authorization }: Outcome,
  { action, topic }: Pick<Asked, 'action' | 'topic'>,
  texts: Texts,
  nameOf: (stage: Stage, id: string) => string,
): string {
  if (connect.result === 'deny') return connect.ban ? texts.banned : texts.names
  if (!authentication) return texts.unknown
  if (!authorization || action === 'connect') return ofAuthentication(authentication.part, texts, nameOf)
  const { result, by, disconnects } = authorization.part
  const verdict = texts[result === 'allow' ? 'may' : 'mayNot'][action](topic)
  const sentence = texts.because(verdict, reasonOf(result, by, texts, nameOf))
  return disconnects ? texts.disconnects(sentence) : sentence
}

function ofAuthentication(
  { result, by }: { readonly result: 'allow' | 'deny'; readonly by: string },
  texts: Texts,
  nameOf: (stage: Stage, id: string) => string,
): string {
  switch (by) {
    case 'anonymous':
      return texts.anonymous
    case 'nobody':
      return texts.nobody
    case 'listener':
      return result === 'allow' ? texts.listenerAllows : texts.listenerDenies
    case 'unknown':
      return texts.unknown
    default:
      return (result === 'allow' ? texts.letInBy : texts.deniedBy)(nameOf('authentication', by))
  }
}

function reasonOf(
  result: 'allow' | 'deny',
  by: string,
  texts: Texts,
  nameOf: (stage: Stage, id: string) => string,
): string {
  if (by === 'superuser') return texts.superuser
  if (by === 'client_info') return texts.clientInfo
  if (by === 'default') return result === 'allow' ? texts.defaultAllows : texts.defaultDenies
  return texts.source(nameOf('authorization', by))
}
