import type { PluginDetails } from '@mqdeck/contract'
import { lazy, Suspense } from 'react'
import { DetailPage, QueryView, RefreshControl, useData, useIsViewer, useReasonText } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import {
  Button,
  type Description,
  DescriptionList,
  Dim,
  Link,
  Mono,
  Notice,
  Section,
  Skeleton,
  Stack,
  useGo,
  usePathParam,
} from '../../ui/index.ts'
import { pluginMessages } from './messages.ts'
import { configQuery, pluginQuery, schemaQuery } from './queries.ts'
import { PluginState, stateOf } from './state.tsx'
import { usePluginActions } from './use-plugin-actions.ts'

const ConfigForm = lazy(async () => ({ default: (await import('./config/config-form.tsx')).ConfigForm }))
// The renderer of Markdown is only needed for a package with a README.
const Readme = lazy(async () => ({ default: (await import('./readme.tsx')).Readme }))

export default function PluginPage() {
  const plugin = usePathParam('plugin')
  // The key resets the form when another plugin is opened.
  return <Detail key={plugin} name={plugin} />
}

function Detail({ name }: { readonly name: string }) {
  const texts = useMessages(pluginMessages)
  const query = useData(pluginQuery, { name })
  return (
    <DetailPage
      query={query}
      name={name}
      description={({ description }) => description}
      status={(plugin) => <PluginState of={plugin} />}
      refresh={<RefreshControl queries={[query]} />}
      actions={(plugin) => <Actions plugin={plugin} />}
      missing={{
        title: texts.notFound,
        hint: texts.notFoundHint(name),
        action: <Link to="/plugins">{texts.all}</Link>,
      }}
      note={(plugin) => <Reasons plugin={plugin} />}
      tabs={(plugin) => [
        { value: 'overview', label: texts.tabs.overview, content: () => <Overview plugin={plugin} /> },
        { value: 'readme', label: texts.tabs.readme, content: () => <ReadmeTab plugin={plugin} /> },
        { value: 'config', label: texts.tabs.config, content: () => <ConfigTab name={name} />, keepsInput: true },
      ]}
    />
  )
}

/** Why a plugin does not run. */
function Reasons({ plugin }: { readonly plugin: PluginDetails }) {
  const reasonText = useReasonText()
  const reasons = plugin.running_status.flatMap(({ node, status_reason: reason }) => (reason ? [{ node, reason }] : []))
  if (reasons.length === 0) return null
  return (
    <Notice tone="red">
      {reasons.map(({ node, reason }) => (
        <div key={node}>
          <Mono>{node}</Mono>: {reasonText(reason)}
        </div>
      ))}
    </Notice>
  )
}

function Actions({ plugin }: { readonly plugin: PluginDetails }) {
  const texts = useMessages(pluginMessages)
  const go = useGo()
  const isViewer = useIsViewer()
  const actions = usePluginActions()
  if (isViewer) return null
  const isRunning = plugin.running_status.some(({ status }) => status === 'running')
  return (
    <>
      {stateOf(plugin) !== 'running' && (
        <Button variant="primary" onClick={() => void actions.start(plugin)}>
          {texts.start}
        </Button>
      )}
      {isRunning && <Button onClick={() => void actions.stop(plugin)}>{texts.stop}</Button>}
      <Button
        variant="danger"
        onClick={async () => {
          if (await actions.uninstall(plugin)) go({ to: '/plugins' })
        }}
      >
        {texts.uninstall}
      </Button>
    </>
  )
}

function Overview({ plugin }: { readonly plugin: PluginDetails }) {
  const { information: texts } = useMessages(pluginMessages)
  const { authors, builder, repo, functionality, compatibility, rel_apps, md5sum, mqdeck_api } = plugin
  const builtBy = [builder?.name, builder?.contact, builder?.website].filter(Boolean).join(', ')
  const items: Description[] = [
    { label: texts.authors, value: authors?.join(', ') },
    { label: texts.builder, value: builtBy },
    { label: texts.repo, value: repo },
    { label: texts.functionality, value: functionality?.join(', ') },
    {
      label: texts.compatibility,
      value: Object.entries(compatibility ?? {})
        .map(([name, versions]) => `${name} ${versions}`)
        .join(', '),
    },
    { label: texts.built, value: plugin.git_commit_or_build_date },
    { label: texts.revision, value: plugin.git_ref },
    { label: texts.apps, value: rel_apps.join(', ') },
    { label: texts.digest, value: md5sum && <Mono>{md5sum}</Mono> },
    ...(mqdeck_api === undefined ? [] : [{ label: texts.api, value: mqdeck_api }]),
  ]
  return (
    <Section>
      <DescriptionList items={items} />
    </Section>
  )
}

function ReadmeTab({ plugin: { readme } }: { readonly plugin: PluginDetails }) {
  const texts = useMessages(pluginMessages)
  return (
    <Section>
      {readme === undefined || readme.trim() === '' ? (
        <Dim>{texts.noReadme}</Dim>
      ) : (
        <Suspense fallback={<Skeleton height={240} />}>
          <Readme text={readme} />
        </Suspense>
      )}
    </Section>
  )
}

function ConfigTab({ name }: { readonly name: string }) {
  const texts = useMessages(pluginMessages)
  const schema = useData(schemaQuery, { name })
  const config = useData(configQuery, { name })
  return (
    <QueryView query={schema} skeleton={<Skeleton height={320} />}>
      {({ avsc, i18n }) => (
        <QueryView query={config} skeleton={<Skeleton height={320} />}>
          {(value) => (
            <Stack gap={3}>
              <Dim>{avsc ? texts.configNote : texts.noSchema}</Dim>
              <Suspense fallback={<Skeleton height={320} />}>
                <ConfigForm plugin={name} avsc={avsc ?? undefined} texts={i18n ?? noTexts} config={value} />
              </Suspense>
            </Stack>
          )}
        </QueryView>
      )}
    </QueryView>
  )
}

const noTexts = {}
