import { IconBan, IconCopy, IconEye, IconPencil, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { defineMessages, useMessages } from '../i18n/index.ts'
import { Button, type RowAction, useCopy } from '../ui/index.ts'
import { useIsViewer } from './role.ts'

const rowMessages = defineMessages({ en: { ban: 'Ban…' }, zh: { ban: '封禁…' } })

const icon = { size: 16, 'aria-hidden': true } as const

/** Entries of row menus and buttons of the bulk bar. Everything that changes something is disabled for viewers. */
export interface RowActions {
  /** `label` names what is shown. */
  readonly show: (label: string, onSelect: () => void) => RowAction
  readonly copy: (label: string, text: string, copied?: string) => RowAction
  readonly edit: (onSelect: () => void) => RowAction
  readonly duplicate: (onSelect: () => void) => RowAction
  readonly ban: (onSelect: () => void) => RowAction
  /** A change of another kind. */
  readonly change: (action: RowAction) => RowAction
  readonly delete: (onSelect: () => unknown) => RowAction
  /** `bulkActions` with one button that deletes the selected rows; undefined for viewers. */
  readonly deleteSelected: <Row>(
    run: (rows: readonly Row[]) => Promise<boolean>,
    label?: (count: number) => string,
  ) => ((selected: readonly Row[], clear: () => void) => ReactNode) | undefined
}

export function useRowActions(): RowActions {
  const texts = useMessages(rowMessages)
  const isViewer = useIsViewer()
  const copy = useCopy()
  return useMemo(() => {
    const change = (action: RowAction): RowAction => (isViewer ? { ...action, disabled: true } : action)
    return {
      show: (label, onSelect) => ({ label, icon: <IconEye {...icon} />, onSelect }),
      copy: (label, text, copied = texts.copied) => ({
        label,
        icon: <IconCopy {...icon} />,
        onSelect: () => void copy(text, copied),
      }),
      change,
      edit: (onSelect) => change({ label: texts.edit, icon: <IconPencil {...icon} />, onSelect }),
      duplicate: (onSelect) => change({ label: texts.duplicate, icon: <IconCopy {...icon} />, onSelect }),
      ban: (onSelect) => change({ label: texts.ban, icon: <IconBan {...icon} />, danger: true, onSelect }),
      delete: (onSelect) =>
        change({ label: texts.delete, icon: <IconTrash {...icon} />, danger: true, onSelect: () => void onSelect() }),
      deleteSelected: <Row,>(
        run: (rows: readonly Row[]) => Promise<boolean>,
        label: (count: number) => string = () => texts.delete,
      ) =>
        isViewer
          ? undefined
          : (selected: readonly Row[], clear: () => void) => (
              <Button
                size="small"
                icon={<IconTrash {...icon} />}
                onClick={async () => {
                  if (await run(selected)) clear()
                }}
              >
                {label(selected.length)}
              </Button>
            ),
    }
  }, [texts, isViewer, copy])
}
