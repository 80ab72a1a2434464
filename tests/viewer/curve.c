/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * curve.c - prints what the model says of each routine of a profile at some sizes, for a comparison with what
 * the page computes: routine number, worst or mean, n, cost, low, high.
 *
 * usage: curve FILE
 */
#include <stdio.h>

#include "model/model.h"
#include "profile/profile.h"

static void print_curve(size_t routine, const char *which, const struct landau_model *model)
{
	for (double n = 0; n < 1e7; n = n < 1 ? 1 : n * 7.5) {
		double low = 0;
		double high = 0;

		if (landau_model_interval(model, n, &low, &high))
			printf("%zu %s %.17g %.17g %.17g %.17g\n", routine, which, n,
			       landau_model_predict(model, n), low, high);
	}
}

int main(int argc, char **argv)
{
	struct landau_error error;
	struct landau_profile *profile = argc > 1 ? landau_profile_read(argv[1], &error) : NULL;

	if (!profile)
		return 2;
	for (size_t i = 0; i < profile->routine_count; i++) {
		struct landau_summary summary;
		struct landau_model model;

		if (!landau_profile_summarise(profile, (uint32_t)i, LANDAU_NONE, &summary))
			return 2;
		model = landau_model_fit_points(summary.trms, summary.trms_count,
						LANDAU_MERGE_WORST);
		print_curve(i, "worst", &model);
		model = landau_model_fit_points(summary.trms, summary.trms_count,
						LANDAU_MERGE_MEAN);
		print_curve(i, "mean", &model);
		landau_summary_free(&summary);
	}
	landau_profile_free(profile);
	return 0;
}
