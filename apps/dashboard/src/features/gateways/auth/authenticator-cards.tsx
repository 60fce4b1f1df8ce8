import { authenticatorId, authnManifests } from '@mqdeck/access/catalog'
import { useLocale, useMessages } from '../../../i18n/index.ts'
import { useAuthenticatorName } from '../../../lib/access/access-names.ts'
import { type ChoiceCard, ChoiceCards, TypeMark } from '../../../ui/index.ts'
import { kindOf } from '../kinds.ts'
import { authMessages } from './messages.ts'

/** IDs of the authenticators that a gateway can use: `password_based:built_in_database`. */
function authenticatorsFor(gateway: string): readonly string[] {
  const { authenticators } = kindOf(gateway)
  const all = authnManifests.map(authenticatorId)
  // No gateway protocol has the exchange of messages that SCRAM needs.
  return authenticators ? all.filter((id) => authenticators.includes(id)) : all.filter((id) => !id.startsWith('scram'))
}

interface AuthenticatorCardsProps {
  readonly gateway: string
  /** The choice of no authenticator, shown first. */
  readonly open?: ChoiceCard<string>
  readonly onChoose: (id: string) => void
}

/** Choice of the type of an authenticator for a gateway. */
export function AuthenticatorCards({ gateway, open, onChoose }: AuthenticatorCardsProps) {
  const texts = useMessages(authMessages)
  const locale = useLocale()
  const nameOf = useAuthenticatorName()
  const offered = authenticatorsFor(gateway)
  const cards = authnManifests
    .filter((manifest) => offered.includes(authenticatorId(manifest)))
    .map((manifest) => ({
      value: authenticatorId(manifest),
      label: nameOf(authenticatorId(manifest)),
      mark: <TypeMark type={manifest} size={36} />,
      about: manifest.about[locale],
    }))
  return <ChoiceCards label={texts.newAuthenticator} cards={open ? [open, ...cards] : cards} onChoose={onChoose} />
}
