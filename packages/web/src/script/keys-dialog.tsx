// All keys of the script.

import { t } from "../i18n/i18n.ts";
import { Dialog } from "../ui/dialog.tsx";
import styles from "./dialogs.module.css";

export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={t.script.keysTitle} description={t.script.keysHint}>
      <table className={styles.keys}>
        <tbody>
          {t.script.keyRows.map(([keys, meaning]) => (
            <tr key={keys}>
              <th scope="row">
                <kbd>{keys}</kbd>
              </th>
              <td>{meaning}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
