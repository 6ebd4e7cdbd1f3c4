// React's own file (chunk-groups.ts). It is run before the rest, with a rest after it (ui/build/rest-after.ts): it alone
// takes a slow phone a tenth of a second.
import 'react-dom/client'
