import { render } from 'preact'
import { connect } from '../../ui/api.ts'

const api = connect({ api: location.origin, token: null })
render(<main>{typeof api.run}</main>, document.body)
