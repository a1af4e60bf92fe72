// The sound library.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api, type Sound } from "../api/api.ts";
import { t } from "../i18n/i18n.ts";
import { soundTexts } from "../i18n/sound-texts.ts";
import { Screen } from "../shell/screen.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { MoreIcon } from "../ui/icons.tsx";
import { Menu } from "../ui/menu.tsx";
import { Fault } from "../ui/notice.tsx";
import { ShareSound } from "./share-sound.tsx";
import { DeleteSound, EditSound, UseSound } from "./sound-dialogs.tsx";
import { SoundLibrary } from "./sound-library.tsx";
import { SOUNDS } from "./sound-queries.ts";
import { UploadForm } from "./upload-form.tsx";
import { uploads } from "./upload-queue.ts";
import { useSoundPlay } from "./use-sound-play.ts";

interface Opened {
  readonly what: "edit" | "use" | "share" | "delete";
  readonly sound: Sound;
}

export function Sounds() {
  const queries = useQueryClient();
  const play = useSoundPlay();
  const [opened, setOpened] = useState<Opened | null>(null);
  const refresh = () => void queries.invalidateQueries({ queryKey: SOUNDS });
  useEffect(() => uploads.onChange(() => void queries.invalidateQueries({ queryKey: SOUNDS })), [queries]);
  const answer = useMutation({
    mutationFn: ({ shareId, accepts }: { readonly shareId: string; readonly accepts: boolean }): Promise<unknown> =>
      api.call(accepts ? "acceptSoundShare" : "declineSoundShare", { params: { shareId } }),
    onSuccess: refresh,
  });
  const close = () => setOpened(null);
  const actions = (sound: Sound) => (
    <>
      {sound.incoming_share?.status === "pending" && (
        <>
          <Button onClick={() => answer.mutate({ shareId: sound.incoming_share?.id ?? "", accepts: true })}>
            {soundTexts.accept}
          </Button>
          <Button
            look="quiet"
            onClick={() => answer.mutate({ shareId: sound.incoming_share?.id ?? "", accepts: false })}
          >
            {soundTexts.decline}
          </Button>
        </>
      )}
      {sound.can_edit && (
        <Button
          look="quiet"
          aria-label={soundTexts.edit(sound.name)}
          onClick={() => setOpened({ what: "edit", sound })}
        >
          {t.common.edit}
        </Button>
      )}
      {sound.can_delete && (
        <Button
          look="quiet"
          aria-label={soundTexts.remove(sound.name)}
          onClick={() => setOpened({ what: "delete", sound })}
        >
          {t.common.delete}
        </Button>
      )}
      {sound.status === "ready" && sound.incoming_share?.status !== "pending" && (
        <Menu
          trigger={
            <IconButton label={soundTexts.options(sound.name)}>
              <MoreIcon />
            </IconButton>
          }
          groups={[
            [
              { label: soundTexts.useIn, onSelect: () => setOpened({ what: "use", sound }) },
              ...(sound.is_owned_by_user
                ? [{ label: soundTexts.shareWith, onSelect: () => setOpened({ what: "share", sound }) }]
                : []),
            ],
          ]}
        />
      )}
    </>
  );
  return (
    <Screen title={t.shell.sounds}>
      <UploadForm />
      {answer.isError && <Fault error={answer.error} />}
      <SoundLibrary label={t.shell.sounds} play={play} actions={actions} />
      {opened?.what === "edit" && <EditSound sound={opened.sound} onClose={close} />}
      {opened?.what === "use" && <UseSound sound={opened.sound} onClose={close} />}
      {opened?.what === "share" && <ShareSound sound={opened.sound} onClose={close} />}
      {opened?.what === "delete" && <DeleteSound sound={opened.sound} onClose={close} />}
    </Screen>
  );
}
