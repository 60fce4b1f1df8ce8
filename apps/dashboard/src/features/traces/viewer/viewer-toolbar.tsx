import { IconArrowDown, IconArrowUp, IconDeviceFloppy } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import { Button, Checkbox, IconButton, Popover, SegmentedControl, TextField } from '../../../ui/index.ts'
import { type LineSearchInput, LinesToolbar, type PacketType, packetTypes } from '../../log/index.ts'
import { parseTime } from './parse-time.ts'
import styles from './trace-viewer.module.css'
import { viewerMessages } from './viewer-messages.ts'
import type { ViewerSearch } from './viewer-search.ts'

interface ViewerToolbarProps {
  readonly search: ViewerSearch
  readonly setSearch: (change: Partial<ViewerSearch>) => void
  readonly input: LineSearchInput
  readonly isFiltered: boolean
  readonly onMatch: (direction: 'forward' | 'backward') => void
  /** Called with milliseconds since the epoch. `near` returns the time of a visible line. */
  readonly onTime: (time: number) => Promise<void>
  readonly near: () => number
  readonly onSave: (() => void) | undefined
}

/** Filters and navigation of the trace viewer. */
export function ViewerToolbar({
  search,
  setSearch,
  input,
  isFiltered,
  onMatch,
  onTime,
  near,
  onSave,
}: ViewerToolbarProps) {
  const texts = useMessages(viewerMessages)
  return (
    <LinesToolbar
      level={search.level}
      onLevel={(level) => setSearch({ level })}
      search={input}
      filters={<PacketFilter chosen={search.packet} onChange={(packet) => setSearch({ packet })} />}
    >
      {isFiltered && (
        <>
          <SegmentedControl
            label={texts.show}
            value={search.show}
            onChange={(show) => setSearch({ show })}
            options={[
              { value: 'matches', label: texts.shows.matches },
              { value: 'all', label: texts.shows.all },
            ]}
          />
          <IconButton
            label={texts.previousMatch}
            icon={<IconArrowUp size={16} aria-hidden />}
            onClick={() => onMatch('backward')}
          />
          <IconButton
            label={texts.nextMatch}
            icon={<IconArrowDown size={16} aria-hidden />}
            onClick={() => onMatch('forward')}
          />
        </>
      )}
      <Popover label={texts.goTo} title={texts.goTo}>
        <GoToTime onTime={onTime} near={near} />
      </Popover>
      <IconButton
        label={texts.saveShown}
        icon={<IconDeviceFloppy size={16} aria-hidden />}
        disabled={!onSave}
        {...(onSave && { onClick: onSave })}
      />
    </LinesToolbar>
  )
}

interface PacketFilterProps {
  readonly chosen: readonly PacketType[]
  readonly onChange: (types: PacketType[]) => void
}

function PacketFilter({ chosen, onChange }: PacketFilterProps) {
  const texts = useMessages(viewerMessages)
  const format = useFormat()
  const [first] = chosen
  const label =
    first === undefined
      ? texts.allPackets
      : chosen.length === 1
        ? first
        : texts.packetCount(format.number(chosen.length))
  return (
    <Popover label={label} aria-label={`${texts.packets}: ${label}`} title={texts.packets}>
      <div className={styles.packetList}>
        {packetTypes.map((type) => (
          <Checkbox
            key={type}
            label={type}
            checked={chosen.includes(type)}
            onChange={(isChecked) =>
              onChange(packetTypes.filter((one) => (one === type ? isChecked : chosen.includes(one))))
            }
          />
        ))}
      </div>
      <Button size="small" onClick={() => onChange([])}>
        {texts.clearPackets}
      </Button>
    </Popover>
  )
}

function GoToTime({ onTime, near }: Pick<ViewerToolbarProps, 'onTime' | 'near'>) {
  const texts = useMessages(viewerMessages)
  const [text, setText] = useState('')
  const [isInvalid, setInvalid] = useState(false)
  const [isGoing, setGoing] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const time = parseTime(text, near())
    setInvalid(time === undefined)
    if (time === undefined) return
    setGoing(true)
    await onTime(time).finally(() => setGoing(false))
  }
  return (
    <form className={styles.goTo} onSubmit={(event) => void submit(event)}>
      <TextField
        label={texts.goToHint}
        placeholder="13:05:09.250"
        value={text}
        error={isInvalid && texts.goToInvalid}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" variant="primary" loading={isGoing}>
        {texts.go}
      </Button>
    </form>
  )
}
