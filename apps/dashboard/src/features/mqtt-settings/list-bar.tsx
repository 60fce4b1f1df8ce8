import { useState } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { OutsideChangeNotice } from '../../schema-form/index.ts'
import { Button, DiffView, ErrorState, FormBar, Modal, ScrollIntoView, useUnsavedChangesGuard } from '../../ui/index.ts'
import type { ListDraft } from './list-draft.ts'
import { listMessages } from './list-messages.ts'

/** Shown above the list: the error of the last save, and changes saved by other users. */
export function ListNotices<T>({ draft }: { readonly draft: ListDraft<T> }) {
  const texts = useMessages(listMessages)
  return (
    <>
      {draft.problem !== undefined && (
        <ScrollIntoView trigger={draft.problem}>
          <ErrorState title={texts.saveFailed} message={draft.problem} />
        </ScrollIntoView>
      )}
      {draft.outsideChange && (
        <OutsideChangeNotice change={draft.outsideChange} onClose={draft.closeOutsideChange}>
          {texts.changedOutside}
        </OutsideChangeNotice>
      )}
    </>
  )
}

/** Shown below the list: discard and save. Saving shows the differences first. */
export function ListBar<T>({ draft }: { readonly draft: ListDraft<T> }) {
  const texts = useMessages(listMessages)
  const [isReviewing, setReviewing] = useState(false)
  useUnsavedChangesGuard(draft.changes > 0 && !draft.isSaving)
  const save = async () => {
    await draft.save()
    setReviewing(false)
  }
  return (
    <>
      <FormBar
        changes={draft.changes}
        saving={draft.isSaving}
        onDiscard={draft.discard}
        onSave={() => setReviewing(true)}
      />
      <Modal
        opened={isReviewing}
        onClose={() => setReviewing(false)}
        title={texts.reviewTitle}
        size={960}
        footer={
          <>
            <Button onClick={() => setReviewing(false)}>{texts.back}</Button>
            <Button variant="primary" loading={draft.isSaving} onClick={() => void save()} data-autofocus>
              {texts.save}
            </Button>
          </>
        }
      >
        {isReviewing && (
          <DiffView
            before={toText(draft.saved)}
            after={toText((draft.items ?? []).map(({ value }) => value))}
            beforeTitle={texts.before}
            afterTitle={texts.after}
          />
        )}
      </Modal>
    </>
  )
}

const toText = (values: readonly unknown[]) => JSON.stringify(values, undefined, 2)
