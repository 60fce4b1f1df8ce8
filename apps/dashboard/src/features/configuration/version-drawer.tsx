import type { ConfigVersion } from '@mqdeck/contract'
import { QueryView, useData } from '../../data/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import {
  Button,
  DescriptionList,
  DiffView,
  Drawer,
  EmptyState,
  Group,
  Mono,
  Notice,
  SegmentedControl,
  Skeleton,
  Stack,
} from '../../ui/index.ts'
import { configurationMessages } from './messages.ts'
import { configVersionQuery } from './queries.ts'

interface VersionDrawerProps {
  /** Newest first. */
  readonly versions: readonly ConfigVersion[]
  /** The one to show; undefined: none. */
  readonly version: number | undefined
  readonly compare: 'previous' | 'current'
  readonly onCompare: (compare: 'previous' | 'current') => void
  readonly onClose: () => void
  readonly onRestore: ((version: ConfigVersion) => void) | undefined
}

/** One version: who, when, by which call, and its difference to the one before it or to what is in force. */
export function VersionDrawer({ versions, version, compare, onCompare, onClose, onRestore }: VersionDrawerProps) {
  const { history: texts } = useMessages(configurationMessages)
  const index = versions.findIndex((one) => one.version === version)
  const shown = versions[index]
  const other = compare === 'previous' ? versions[index + 1] : versions.find(({ current }) => current)
  return (
    <Drawer
      opened={version !== undefined}
      onClose={onClose}
      title={version === undefined ? '' : texts.titleOf(version)}
      size={980}
      footer={shown && !shown.current && onRestore && <Button onClick={() => onRestore(shown)}>{texts.restore}</Button>}
    >
      {!shown ? (
        version !== undefined && <EmptyState title={texts.gone} hint={texts.goneHint} />
      ) : (
        <Stack gap={4}>
          <About version={shown} />
          <Group>
            <SegmentedControl
              label={texts.compare}
              value={compare}
              onChange={onCompare}
              options={[
                { value: 'previous', label: texts.previous },
                { value: 'current', label: texts.current },
              ]}
            />
          </Group>
          {!other ? (
            <Notice>{texts.first}</Notice>
          ) : other === shown ? (
            <Notice>{texts.isCurrent}</Notice>
          ) : compare === 'previous' ? (
            <VersionDiff before={other} after={shown} />
          ) : (
            <VersionDiff before={shown} after={other} />
          )}
        </Stack>
      )}
    </Drawer>
  )
}

function About({ version: { at, by, call, changed } }: { readonly version: ConfigVersion }) {
  const { history: texts } = useMessages(configurationMessages)
  const format = useFormat()
  return (
    <DescriptionList
      minWidth={220}
      items={[
        { label: texts.at, value: format.dateTime(at) },
        { label: texts.by, value: by },
        { label: texts.call, value: <Mono>{call}</Mono> },
        { label: texts.changed, value: <Mono>{changed.join(', ')}</Mono> },
      ]}
    />
  )
}

interface VersionDiffProps {
  readonly before: Pick<ConfigVersion, 'version' | 'current'>
  readonly after: Pick<ConfigVersion, 'version' | 'current'>
}

function VersionDiff({ before, after }: VersionDiffProps) {
  const { history: texts } = useMessages(configurationMessages)
  const nameOf = ({ version, current }: VersionDiffProps['before']) =>
    current ? `${texts.titleOf(version)} · ${texts.now}` : texts.titleOf(version)
  return (
    <TwoVersions
      before={before.version}
      after={after.version}
      beforeTitle={nameOf(before)}
      afterTitle={nameOf(after)}
    />
  )
}

interface TwoVersionsProps {
  readonly before: number
  readonly after: number
  readonly beforeTitle: string
  readonly afterTitle: string
}

/** The difference of two versions by their numbers. */
export function TwoVersions({ before, after, beforeTitle, afterTitle }: TwoVersionsProps) {
  const left = useData(configVersionQuery, before)
  const right = useData(configVersionQuery, after)
  const skeleton = <Skeleton height={240} />
  return (
    <QueryView query={left} skeleton={skeleton}>
      {(old) => (
        <QueryView query={right} skeleton={skeleton}>
          {(young) => <DiffView before={old} after={young} beforeTitle={beforeTitle} afterTitle={afterTitle} />}
        </QueryView>
      )}
    </QueryView>
  )
}
