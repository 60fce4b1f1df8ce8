import { CreatePage } from '../../integration/index.ts'

export default function CreateConnectorPage() {
  return <CreatePage kind="connector" />
}
