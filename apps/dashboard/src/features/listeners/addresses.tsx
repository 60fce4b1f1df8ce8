import { useMessages } from '../../i18n/index.ts'
import type { ClientAddress } from '../../lib/client-addresses.ts'
import { CopyButton, Dim, Mono, Notice, Section } from '../../ui/index.ts'
import styles from './addresses.module.css'
import { messages } from './messages.ts'

/** What clients are given to connect: an address for every listener that runs. */
export function Addresses({ addresses }: { readonly addresses: readonly ClientAddress[] }) {
  const texts = useMessages(messages)
  return (
    <Section title={texts.addresses}>
      {addresses.length === 0 ? (
        <Notice tone="amber">{texts.addressesNone}</Notice>
      ) : (
        <ul className={styles.addresses}>
          {addresses.map(({ id, url }) => (
            <li key={id}>
              <Dim small>{id}</Dim>
              <span className={styles.address}>
                <Mono truncate>{url}</Mono>
                <CopyButton value={url} label={texts.addressOf(id)} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
