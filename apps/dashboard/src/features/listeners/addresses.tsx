import { useMessages } from '../../i18n/index.ts'
import type { ClientAddress } from '../../lib/client-addresses.ts'
import { CopyButton, Dim, Mono, Notice, Section } from '../../ui/index.ts'
import styles from './addresses.module.css'
import { messages } from './messages.ts'

/** The addresses that clients connect to, one for each running listener. */
export function ClientAddresses({ addresses }: { readonly addresses: readonly ClientAddress[] }) {
  const texts = useMessages(messages)
  return (
    <Section title={texts.addresses}>
      {addresses.length === 0 ? (
        <Notice tone="amber">{texts.noAddresses}</Notice>
      ) : (
        <ul className={styles.addresses}>
          {addresses.map(({ id, url }) => (
            <li key={id}>
              <Dim small>{id}</Dim>
              <span className={styles.address}>
                <Mono truncate>{url}</Mono>
                <CopyButton value={url} label={texts.copyAddress(id)} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
