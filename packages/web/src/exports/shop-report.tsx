// The rules of a shop as a checklist, measured on one file.

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, change } from "../api/api.ts";
import { exportTexts } from "../i18n/export-texts.ts";
import { formatDay, formatNumber } from "../i18n/i18n.ts";
import { Button } from "../ui/button.tsx";
import { Choice } from "../ui/choice.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { CheckIcon, CloseIcon } from "../ui/icons.tsx";
import { Fault, Notice } from "../ui/notice.tsx";
import styles from "./exports.module.css";

type Report = Awaited<ReturnType<typeof readReport>>;
type Rule = Report["rules"][number];
const readReport = (exportId: string, shop: Shop, signal: AbortSignal) =>
  api.call("readExportReport", { params: { exportId }, query: { shop }, signal });
const SHOPS = ["acx", "inaudio", "spotify", "google-play", "apple", "kobo"] as const;
type Shop = (typeof SHOPS)[number];
/** What the levels of shops change. */
const LEVELS = new Set(["rms", "peak", "head", "tail", "room_tone"]);

interface ShopReportProps {
  readonly projectId: string;
  readonly exportId: string;
  readonly name: string;
  readonly onClose: () => void;
}

export function ShopReport({ projectId, exportId, name, onClose }: ShopReportProps) {
  const [shop, setShop] = useState<Shop>("acx");
  const report = useQuery({
    queryKey: ["export-report", exportId, shop],
    queryFn: ({ signal }) => readReport(exportId, shop, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const levels = useMutation({
    mutationFn: async () => {
      const { mastering_version } = await api.call("readMasteringProfile", { params: { projectId } });
      return api.call("changeMasteringProfile", {
        params: { projectId },
        body: { ...change(), base_mastering_version: mastering_version, profile: {}, preset: "acx" },
      });
    },
  });
  const missed = report.data?.rules.filter((rule) => !rule.passed) ?? [];
  const fits = missed.some((rule) => LEVELS.has(rule.rule)) && !levels.isSuccess;
  return (
    <Dialog
      open
      onClose={onClose}
      title={exportTexts.reportTitle}
      description={
        <>
          <span dir="auto">{name}</span>. {exportTexts.reportHint}
        </>
      }
      actions={
        fits && (
          <Button look="primary" disabled={levels.isPending} onClick={() => levels.mutate()}>
            {exportTexts.shopLevels}
          </Button>
        )
      }
    >
      <div className={styles.report}>
        <Choice
          label={exportTexts.shop}
          value={shop}
          onChoose={(value) => setShop(SHOPS.find((one) => one === value) ?? "acx")}
          options={SHOPS.map((one) => ({ value: one, label: exportTexts.shops[one] }))}
        />
        {report.isPending && <p role="status">{exportTexts.measuring}</p>}
        {report.data !== undefined && (
          <>
            <MachineVoices report={report.data} />
            <p className={styles.verdict}>
              {report.data.passed === null
                ? exportTexts.noRules
                : missed.length === 0
                  ? exportTexts.passed
                  : exportTexts.missed(missed.length)}
            </p>
            <ul className={styles.rules} aria-label={exportTexts.report}>
              {report.data.rules.map((rule) => (
                <RuleRow key={rule.rule} rule={rule} />
              ))}
            </ul>
          </>
        )}
      </div>
      {levels.isSuccess && (
        <Notice>
          <p>{exportTexts.shopLevelsSet}</p>
        </Notice>
      )}
      {levels.isError && <Fault error={levels.error} safe={exportTexts.safe} />}
      {report.isError && <Fault error={report.error} onRetry={() => void report.refetch()} />}
    </Dialog>
  );
}

/** The shop's rule for the voices of this file, where it has machine voices. */
function MachineVoices({ report: { narration, shop } }: { readonly report: Report }) {
  const rule = narration === null || narration === "human" ? null : exportTexts.machineVoices[shop.machine_voices];
  return (
    <>
      {rule !== null && (
        <Notice tone={shop.machine_voices === "refused" ? "danger" : "warn"}>
          <p>{rule}</p>
        </Notice>
      )}
      <p className={styles.soft}>
        <a href={shop.source} rel="noreferrer" target="_blank">
          {exportTexts.rulesRead(shop.name, shop.rules_as_of, formatDay(shop.read_on))}
        </a>
        . {shop.source_kind === "report" && exportTexts.rulesByOthers}
      </p>
    </>
  );
}

function RuleRow({ rule }: { readonly rule: Rule }) {
  const [label, advice] = exportTexts.rules[rule.rule] ?? [rule.rule, ""];
  return (
    <li className={styles.rule} data-passed={rule.passed}>
      <span className={styles.mark}>{rule.passed ? <CheckIcon /> : <CloseIcon />}</span>
      <span>
        {label}
        <span className="for-reader">: {rule.passed ? exportTexts.met : exportTexts.notMet}</span>
        {!rule.passed && <span className={styles.advice}>{advice}</span>}
      </span>
      <span className={styles.measured}>
        {valueWords(rule.value, rule.unit)}
        <span className={styles.soft}>{wantedWords(rule)}</span>
      </span>
    </li>
  );
}

function valueWords(value: Rule["value"], unit: string): string {
  if (value === null) return exportTexts.varies;
  // The codec of a WAV has a name for programs, such as pcm_s16le. A rule can name several codecs.
  if (typeof value === "string") return value.toUpperCase().replaceAll(/PCM_\w+/g, "WAV");
  if (unit === "bit/s") return `${formatNumber(Math.round(value / 1000))} kbit/s`;
  return `${formatNumber(Math.round(value * 10) / 10)} ${unit}`.trim();
}

function wantedWords({ minimum, maximum, unit }: Rule): string {
  if (minimum === null && maximum === null) return "";
  if (minimum === maximum) return valueWords(minimum, unit);
  if (minimum === null) return exportTexts.atMost(valueWords(maximum, unit));
  if (maximum === null) return exportTexts.atLeast(valueWords(minimum, unit));
  return exportTexts.between(typeof minimum === "number" ? formatNumber(minimum) : minimum, valueWords(maximum, unit));
}
