import { deployment, useEdition, useSession } from '../api/index.ts'
import { PasswordRecovery } from '../features/login/password-recovery.tsx'
import { useMessages } from '../i18n/index.ts'
import { DescriptionList, Drawer, Link, PageHeader, Section, Stack } from '../ui/index.ts'
import { paletteKey } from './command-palette/command-palette.tsx'
import { helpMessages } from './help-messages.ts'
import styles from './help-page.module.css'

export default function HelpPage() {
  const texts = useMessages(helpMessages)
  return (
    <>
      <PageHeader title={texts.title} description={texts.about} />
      <div className={styles.columns}>
        <HelpSections />
      </div>
    </>
  )
}

/** The help as a drawer over any page, which keeps its typed content. */
export function HelpDrawer({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const texts = useMessages(helpMessages)
  return (
    <Drawer opened={opened} onClose={onClose} title={texts.title} size={460}>
      <Stack gap={4}>
        <p>{texts.about}</p>
        <HelpSections onLeave={onClose} />
      </Stack>
    </Drawer>
  )
}

const shortcuts = [
  ['palette', paletteKey()],
  ['help', '?'],
  ['close', 'Esc'],
  ['choose', '↑', '↓', 'Enter'],
  ['tabs', '←', '→'],
  ['move', '↑', '↓'],
  ['skip', 'Tab', 'Enter'],
] as const

function HelpSections({ onLeave }: { readonly onLeave?: () => void }) {
  const texts = useMessages(helpMessages)
  return (
    <>
      <Section title={texts.keyboard}>
        <dl className={styles.keys}>
          {shortcuts.map(([effect, ...keys]) => (
            <div key={effect}>
              <dt>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{texts.shortcuts[effect]}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section title={texts.version}>
        <Version />
      </Section>
      <Section title={texts.documentation}>
        <Documentation onLeave={onLeave} />
      </Section>
      <Section title={texts.password}>
        <PasswordRecovery />
      </Section>
    </>
  )
}

function Version() {
  const texts = useMessages(helpMessages)
  const session = useSession()
  const edition = useEdition()
  return (
    <DescriptionList
      minWidth={210}
      items={[
        { label: texts.apiVersion, value: session?.version && `EMQX ${session.version}` },
        { label: texts.edition, value: edition && texts.editions[edition] },
        { label: texts.broker, value: edition && (edition === 'mqdeck' ? texts.ownBroker : texts.cluster) },
        { label: texts.api, value: deployment.absoluteApiUrl },
      ]}
    />
  )
}

/** Links to content of the broker itself, available without internet access. */
function Documentation({ onLeave }: { readonly onLeave: (() => void) | undefined }) {
  const texts = useMessages(helpMessages)
  const edition = useEdition()
  const { basePath, apiUrl } = deployment
  const documents = [
    // Only EMQX serves the documentation pages; the embedded broker only has the document.
    ...(edition === 'mqdeck' ? [] : [{ href: `${basePath}/api-docs`, name: texts.apiDocs, about: texts.apiDocsNote }]),
    { href: `${basePath}/api-docs/swagger.json`, name: texts.openApi, about: texts.openApiNote },
    { href: `${apiUrl}/error_codes`, name: texts.errorCodes, about: texts.errorCodesNote },
  ]
  const pages = [
    { to: '/listener', name: texts.connect, about: texts.connectNote },
    { to: '/monitoring/integration/help', name: texts.monitoring, about: texts.monitoringNote },
  ] as const
  return (
    <ul className={styles.links}>
      {documents.map(({ href, name, about }) => (
        <li key={href}>
          <a href={href} target="_blank" rel="noreferrer">
            {name}
          </a>
          <div>{about}</div>
        </li>
      ))}
      {pages.map(({ to, name, about }) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on the link is a click, too
        <li key={to} onClick={onLeave}>
          <Link to={to}>{name}</Link>
          <div>{about}</div>
        </li>
      ))}
    </ul>
  )
}
